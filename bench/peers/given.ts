/** Our chunks and vectors of a collection in two files: texts as JSON, vectors as float32. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Given } from './system.ts';

export interface GivenFile {
  readonly dimensions: number;
  readonly chunks: readonly {
    readonly chunkId: string;
    readonly documentId: string;
    readonly text: string;
  }[];
  readonly queries: readonly string[];
}

/** @param vectors those of the chunks, then those of the queries. */
export function writeGiven(folder: string, file: GivenFile, vectors: readonly Float32Array[]): void {
  writeFileSync(path.join(folder, 'given.json'), JSON.stringify(file));
  writeFileSync(path.join(folder, 'given.bin'), Buffer.concat(vectors.map((vector) => bytesOf(vector))));
}

export function readGiven(folder: string): Given {
  const file = JSON.parse(readFileSync(path.join(folder, 'given.json'), 'utf8')) as GivenFile;
  const bytes = readFileSync(path.join(folder, 'given.bin'));
  const values = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  const vectorAt = (row: number) => [...values.subarray(row * file.dimensions, (row + 1) * file.dimensions)];
  const chunks = file.chunks.map((chunk, row) => ({ ...chunk, vector: vectorAt(row) }));
  const byText = new Map(chunks.map(({ text, vector }) => [text, vector]));
  for (const [row, query] of file.queries.entries()) byText.set(query, vectorAt(chunks.length + row));
  return {
    chunks,
    dimensions: file.dimensions,
    embed(text) {
      const vector = byText.get(text);
      if (vector === undefined) throw new Error(`No vector was given for: ${text}`);
      return vector;
    },
  };
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
