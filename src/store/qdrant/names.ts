import { createHash, randomBytes } from 'node:crypto';
import { sha256 } from '../../util/hash.ts';
import type { SyncedFile } from '../store.ts';

const namespace = Buffer.from('5e0b1b0cf1a24b0f9d3c6a8e2f7d4c11', 'hex');

/** The id of a point: a UUID of version 5, the same for the same parts. */
export function pointId(...parts: readonly (string | number)[]): string {
  const digest = createHash('sha1').update(namespace).update(JSON.stringify(parts)).digest();
  digest[6] = (digest[6]! & 0x0f) | 0x50;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/**
 * Where the points of a collection are: `<prefix>.<name>.<something new>`, so that a collection that is removed and made
 * again has another place. No prefix has a dot, so none of a store's places is another store's.
 */
export function newPlace(prefix: string, name: string): string {
  const readable = name.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60);
  return `${prefix}.${readable}.${randomBytes(6).toString('hex')}`;
}

/** A field of the user's own as a key that Qdrant's paths can name. */
export function metadataKey(name: string): string {
  return /^[A-Za-z0-9_]{1,60}$/.test(name) ? `m_${name}` : `m-${sha256(name).slice(0, 32)}`;
}

/** A file of a synchronised folder as a value that can be looked up. */
export const filePlace = ({ root, path }: Pick<SyncedFile, 'root' | 'path'>): string =>
  sha256(JSON.stringify([root, path]));

/** Half a character as UTF-8 has it: the server takes nothing else. */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}
