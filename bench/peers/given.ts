/** Our chunks and queries of a collection with their vectors, each in two files: texts as JSON, vectors as float32. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Given, GivenChunk } from './system.ts';

interface Embedded<Text> {
  readonly texts: readonly Text[];
  readonly vectors: readonly Float32Array[];
}

export function writeGiven(
  folder: string,
  chunks: Embedded<Omit<GivenChunk, 'vector'>>,
  queries: Embedded<string>,
): void {
  write(path.join(folder, 'given-chunks'), chunks);
  write(path.join(folder, 'given-queries'), queries);
}

function write(file: string, { texts, vectors }: Embedded<unknown>): void {
  const dimensions = vectors[0]?.length ?? 0;
  writeFileSync(`${file}.json`, JSON.stringify({ dimensions, texts }));
  writeFileSync(`${file}.bin`, Buffer.concat(vectors.map((vector) => bytesOf(vector))));
}

/** A process that only searches is given the queries alone. */
export function readGiven(folder: string, { onlySearches }: { readonly onlySearches: boolean }): Given {
  const queries = read<string>(path.join(folder, 'given-queries'));
  const nothing = { dimensions: queries.dimensions, texts: [], vectors: [] };
  const own = onlySearches ? nothing : read<Omit<GivenChunk, 'vector'>>(path.join(folder, 'given-chunks'));
  const chunks = own.texts.map((chunk, row) => ({ ...chunk, vector: own.vectors[row]! }));
  const byText = new Map(chunks.map(({ text, vector }) => [text, vector]));
  for (const [row, query] of queries.texts.entries()) byText.set(query, queries.vectors[row]!);
  return {
    chunks,
    dimensions: queries.dimensions,
    embed(text) {
      const vector = byText.get(text);
      if (vector === undefined) throw new Error(`No vector was given for: ${text}`);
      return vector;
    },
  };
}

function read<Text>(file: string) {
  const { dimensions, texts } = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as {
    dimensions: number;
    texts: Text[];
  };
  const bytes = readFileSync(`${file}.bin`);
  const values = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  const vectors = texts.map((_, row) => [...values.subarray(row * dimensions, (row + 1) * dimensions)]);
  return { dimensions, texts, vectors };
}

/** For systems that are given nothing. */
export const nothingGiven: Given = {
  chunks: [],
  dimensions: 0,
  embed: () => {
    throw new Error('This system is given no vectors.');
  },
};

function bytesOf(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}
