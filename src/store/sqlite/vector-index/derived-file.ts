/**
 * A matrix in a file, so that opening a large collection need not read its vectors from the database:
 *
 *   (piece: row ids f64 · scales, errors and coarse errors f32 · high plane · low plane)…
 *   description (JSON)  its length u32  its CRC-32 u32  magic
 *
 * Numbers are in this machine's byte order, which the description names. A file is written beside its place and then
 * renamed, so that others find all of it or the one before; one that is cut, damaged or of something else is not used.
 */
import { randomUUID } from 'node:crypto';
import { endianness } from 'node:os';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { VectorMatrix } from './matrix.ts';
import { pieceRows, type Segment } from './segment.ts';

/** What a matrix has seen of its collection. */
export interface SavedMatrix {
  readonly matrix: VectorMatrix;
  readonly generation: number;
}

interface Piece {
  readonly rows: number;
  readonly checksum: number;
}

interface Description {
  readonly format: string;
  /** Of which vectors: another collection or model has another key. */
  readonly key: string;
  readonly dimensions: number;
  readonly generation: number;
  readonly lastId: number;
  readonly pieces: readonly Piece[];
}

const format = `2 ${endianness()}`;
const magic = Buffer.from('PINCVEC1');
const tailBytes = 8 + magic.length;

/** Writes the matrix. The caller sees to it that no row changes its place meanwhile; rows may be added or go. */
export async function writeMatrix(
  file: string,
  key: string,
  { matrix, generation }: SavedMatrix,
): Promise<void> {
  const { dimensions, lastId } = matrix;
  const parts = matrix.segments.flatMap((segment) => partsOf(segment, segment.count));
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}.tmp`;
  const handle = await open(draft, 'wx');
  try {
    const pieces: Piece[] = [];
    for (const { segment, from, to } of parts) {
      const bytes = segment.bytesOf(from, to);
      await handle.write(bytes);
      pieces.push({ rows: to - from, checksum: crc32(bytes) });
    }
    await handle.write(tailOf({ format, key, dimensions, generation, lastId, pieces }));
    await handle.close();
    await rename(draft, file);
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
}

interface Part {
  readonly segment: Segment;
  readonly from: number;
  readonly to: number;
}

function partsOf(segment: Segment, count: number): Part[] {
  return Array.from({ length: Math.ceil(count / pieceRows) }, (_, index) => {
    const from = index * pieceRows;
    return { segment, from, to: Math.min(count, from + pieceRows) };
  });
}

function tailOf(description: Description): Buffer {
  const json = Buffer.from(JSON.stringify(description));
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(json.length, 0);
  tail.writeUInt32LE(crc32(json), 4);
  return Buffer.concat([json, tail, magic]);
}

/** `undefined` when there is no file that is whole and has this key. */
export async function readMatrix(file: string, key: string): Promise<SavedMatrix | undefined> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (!handle) return undefined;
  try {
    const description = await readDescription(handle);
    if (description?.format !== format || description.key !== key) return undefined;
    const matrix = await readPieces(handle, description);
    return matrix && { matrix, generation: description.generation };
  } catch {
    // Whatever cannot be read is made anew.
    return undefined;
  } finally {
    await handle.close();
  }
}

async function readDescription(handle: FileHandle): Promise<Description | undefined> {
  const { size } = await handle.stat();
  const tail = await readExactly(handle, size - tailBytes, tailBytes);
  if (!tail?.subarray(8).equals(magic)) return undefined;
  const length = tail.readUInt32LE(0);
  const json = await readExactly(handle, size - tailBytes - length, length);
  if (!json || crc32(json) !== tail.readUInt32LE(4)) return undefined;
  return JSON.parse(json.toString()) as Description;
}

async function readPieces(handle: FileHandle, description: Description): Promise<VectorMatrix | undefined> {
  const { dimensions, lastId, pieces } = description;
  const matrix = new VectorMatrix(dimensions);
  let left = pieces.reduce((sum, { rows }) => sum + rows, 0);
  let position = 0;
  for (const { rows, checksum } of pieces) {
    const segment = matrix.roomFor(rows, left);
    const length = rows * segment.rowBytes;
    const bytes = await readExactly(handle, position, length);
    if (!bytes || crc32(bytes) !== checksum) return undefined;
    segment.load(rows, bytes);
    position += length;
    left -= rows;
  }
  matrix.lastId = lastId;
  return matrix;
}

async function readExactly(
  handle: FileHandle,
  position: number,
  length: number,
): Promise<Buffer | undefined> {
  if (position < 0 || length < 0) return undefined;
  const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafeSlow(length), 0, length, position);
  return bytesRead === length ? buffer : undefined;
}

/** Removes the files of the folder that are not whole, or whose key and generation are not among these. */
export async function removeOtherMatrices(
  folder: string,
  generations: ReadonlyMap<string, number>,
): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const handle = await open(file, 'r').catch(() => undefined);
    const description = handle && (await readDescription(handle).catch(() => undefined));
    await handle?.close();
    if (description && generations.get(description.key) === description.generation) continue;
    await rm(file, { force: true });
  }
}

/** Removes files of the folder whose names begin so, but for one. */
export async function removeMatrices(folder: string, prefix: string, except?: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const others = names.filter((name) => name.startsWith(prefix) && name !== except);
  await Promise.all(others.map((name) => rm(path.join(folder, name), { force: true })));
}
