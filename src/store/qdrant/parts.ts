import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { Page } from '../../types.ts';
import { packLayout, pageOf, packStructure, withStructure } from '../document-codec.ts';
import type { DocumentContent } from '../store.ts';
import { never } from './changes.ts';
import { equal } from './conditions.ts';
import type { Point } from './connection.ts';
import { pointId } from './names.ts';
import { type Lifetime } from './points.ts';
import type { View } from './view.ts';

/** A request may have 32 MB unless the server is told otherwise. */
const bytesPerPart = 6 * 2 ** 20;
/** An answer becomes one string here, which has its limits. */
const partsPerPage = 4;

interface PartPayload extends Lifetime {
  readonly kind: 'part';
  readonly key: string;
  readonly part: number;
  /** Base64. */
  readonly data: string;
}

/** Bytes under a key, in pieces that a request can carry. */
export function* bytePoints(key: string, bytes: Uint8Array, born: number): Iterable<Point> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let part = 0; part === 0 || part * bytesPerPart < buffer.length; part += 1) {
    const data = buffer.toString('base64', part * bytesPerPart, (part + 1) * bytesPerPart);
    const payload: PartPayload = { kind: 'part', born, died: never, key, part, data };
    yield { id: pointId(key, 'part', part, born), vector: {}, payload: { ...payload } };
  }
}

/** `undefined` where there is nothing under the key. */
export async function readBytes(view: View, key: string): Promise<Buffer | undefined> {
  const points = await view.all<PartPayload>(view.filter('part', equal('key', key)), {
    wanted: { payload: ['part', 'data'] },
    pageSize: partsPerPage,
  });
  if (points.length === 0) return undefined;
  const inOrder = points.map(({ payload }) => payload).sort((a, b) => a.part - b.part);
  return Buffer.concat(inOrder.map(({ data }) => Buffer.from(data, 'base64')));
}

/** As JSON, compressed: half characters stay what they are. */
export async function packContent({
  text,
  pages,
  sections,
  structure,
}: DocumentContent): Promise<Uint8Array> {
  const packed = pages.map((page) => ({
    ...page,
    layout: Buffer.from(packLayout(page.layout)).toString('base64'),
  }));
  const packedStructure = structure && Buffer.from(packStructure(structure)).toString('base64');
  return promisify(deflate)(JSON.stringify({ text, pages: packed, sections, structure: packedStructure }));
}

/** The inverse of `packContent`. */
export async function unpackContent(bytes: Uint8Array): Promise<DocumentContent> {
  const json = (await promisify(inflate)(bytes)).toString();
  const { pages, structure, ...rest } = JSON.parse(json) as Pick<DocumentContent, 'text' | 'sections'> & {
    readonly pages: readonly (Omit<Page, 'layout'> & { readonly layout: string })[];
    readonly structure?: string;
  };
  const content = {
    ...rest,
    pages: pages.map(({ layout, ...page }) => pageOf(page, Buffer.from(layout, 'base64'))),
  };
  return withStructure(content, structure === undefined ? undefined : Buffer.from(structure, 'base64'));
}
