import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** What the bytes of a file must hash to. */
export interface Checksum {
  readonly algorithm: 'sha256' | 'git-sha1';
  /** Hexadecimal. */
  readonly digest: string;
}

/**
 * The checksum that the hub gives as ETag: SHA-256 of a large file, or what git calls a small file. Other servers'
 * tags say nothing about the content.
 */
export function checksumOfETag(etag: string | null): Checksum | undefined {
  const [, digest] = /^(?:W\/)?"?([\da-f]{64}|[\da-f]{40})"?$/i.exec(etag ?? '') ?? [];
  if (digest === undefined) return undefined;
  return { algorithm: digest.length === 64 ? 'sha256' : 'git-sha1', digest: digest.toLowerCase() };
}

export async function hasChecksum(file: string, { algorithm, digest }: Checksum): Promise<boolean> {
  const hash = createHash(algorithm === 'sha256' ? 'sha256' : 'sha1');
  if (algorithm === 'git-sha1') hash.update(`blob ${(await stat(file)).size}\0`);
  for await (const bytes of createReadStream(file)) hash.update(bytes as Buffer);
  return hash.digest('hex') === digest;
}
