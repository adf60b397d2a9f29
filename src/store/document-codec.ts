import type { LayoutRun, Page, DocumentStructure } from '../types.ts';
import { deflateSync, inflateSync } from 'node:zlib';
import type { DocumentContent } from './store.ts';

/** Steps to a point: coordinates are kept to 1/100 point. */
const stepsPerPoint = 100;

/** Stands first where the runs of a page have a seventh integer; no run starts before the text. */
const withConfidence = -1;
/** Steps of confidence from 0 to 1. */
const confidenceSteps = 100;

/**
 * Packs a page's layout into about 10 bytes a word. Each run is six integers, most of them small, so each takes
 * one or two bytes as zigzag varints:
 *
 *   charStart − previous charEnd · charEnd − charStart · x0 − previous x1 · y0 − previous y0 · x1 − x0 · y1 − y0
 *
 * Pages with words read by OCR begin with −1, and each of their runs ends with its confidence in hundredths, −1 for
 * none. Offsets come back exactly, coordinates within 1/200 point; packing what was unpacked changes nothing.
 */
export function packLayout(runs: readonly LayoutRun[]): Uint8Array {
  const bytes: number[] = [];
  const hasConfidence = runs.some(({ confidence }) => confidence !== undefined);
  if (hasConfidence) pushVarint(bytes, withConfidence);
  let [charEnd, x1, y0] = [0, 0, 0];
  for (const run of runs) {
    const [left, top, right, bottom] = [run.x0, run.y0, run.x1, run.y1].map(toSteps) as Corners;
    const deltas = [run.charStart - charEnd, run.charEnd - run.charStart, left - x1, top - y0];
    for (const delta of [...deltas, right - left, bottom - top]) pushVarint(bytes, delta);
    if (hasConfidence) pushVarint(bytes, packConfidence(run));
    [charEnd, x1, y0] = [run.charEnd, right, top];
  }
  return Uint8Array.from(bytes);
}

type Corners = [number, number, number, number];

/** The inverse of `packLayout`. */
export function unpackLayout(bytes: Uint8Array): LayoutRun[] {
  const reader = { bytes, position: 0 };
  const runs: LayoutRun[] = [];
  const hasConfidence = bytes.length > 0 && readVarint({ bytes, position: 0 }) === withConfidence;
  if (hasConfidence) readVarint(reader);
  let [charEnd, right, top] = [0, 0, 0];
  while (reader.position < bytes.length) {
    const charStart = charEnd + readVarint(reader);
    charEnd = charStart + readVarint(reader);
    const left = right + readVarint(reader);
    top += readVarint(reader);
    right = left + readVarint(reader);
    const bottom = top + readVarint(reader);
    const [x0, y0, x1, y1] = [left, top, right, bottom].map((steps) => steps / stepsPerPoint) as Corners;
    const confidence = hasConfidence ? unpackConfidence(readVarint(reader)) : {};
    runs.push({ charStart, charEnd, x0, y0, x1, y1, ...confidence });
  }
  return runs;
}

/** A page whose layout is unpacked when it is first asked for: of most pages it never is. */
export function pageOf(page: Omit<Page, 'layout'>, packed: Uint8Array): Page {
  let layout: readonly LayoutRun[] | undefined;
  return {
    ...page,
    get layout() {
      layout ??= unpackLayout(packed);
      return layout;
    },
  };
}

function packConfidence({ confidence }: LayoutRun): number {
  return confidence === undefined ? -1 : Math.round(confidence * confidenceSteps);
}

function unpackConfidence(steps: number): Pick<LayoutRun, 'confidence'> {
  return steps < 0 ? {} : { confidence: steps / confidenceSteps };
}

function toSteps(points: number): number {
  return Math.round(points * stepsPerPoint);
}

/** Seven bits a byte, lowest first; arithmetic instead of shifts, which stop at 32 bits. */
function pushVarint(bytes: number[], value: number): void {
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

function readVarint(reader: { readonly bytes: Uint8Array; position: number }): number {
  let value = 0;
  let weight = 1;
  for (;;) {
    const byte = reader.bytes[reader.position++] ?? 0;
    value += (byte % 128) * weight;
    if (byte < 128) break;
    weight *= 128;
  }
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

/**
 * Packs blocks, tables, links and pictures: JSON, compressed; about an eighth of what the layout takes. Offsets come back
 * exactly, coordinates within 1/200 point; packing what was unpacked changes nothing.
 */
export function packStructure(structure: DocumentStructure): Uint8Array {
  const exact = JSON.stringify(structure);
  const json = Buffer.from(hasFraction.test(exact) ? JSON.stringify(structure, rounded) : exact);
  return json.length > longestStored ? deflateSync(json) : stored(json);
}

/** Of a number, or something like it in a text. */
const hasFraction = /\d(?:\.\d|e-)/;

/** In bytes: what takes longer to compress than it gains, as that of a document of one paragraph. */
const longestStored = 200;

/** The same format with the bytes as they are: head of the stream, one last block that is not compressed, Adler-32. */
function stored(bytes: Buffer): Buffer {
  const packed = Buffer.alloc(bytes.length + 11);
  packed.writeUInt16BE(0x7801, 0);
  packed.writeUInt8(1, 2);
  packed.writeUInt16LE(bytes.length, 3);
  packed.writeUInt16LE(~bytes.length & 0xffff, 5);
  bytes.copy(packed, 7);
  packed.writeUInt32BE(adler32(bytes), bytes.length + 7);
  return packed;
}

/** @param bytes so few that the sums need no division before their end. */
function adler32(bytes: Uint8Array): number {
  let [low, high] = [1, 0];
  for (const byte of bytes) {
    low += byte;
    high += low;
  }
  return (high % 65_521) * 65_536 + (low % 65_521);
}

/** Offsets and counts are whole already. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * stepsPerPoint) / stepsPerPoint : value;
}

/** What was packed, as a part of the content, unpacked when it is first asked for: mostly it never is. */
export function withStructure(
  content: Omit<DocumentContent, 'structure'>,
  packed: Uint8Array | null | undefined,
): DocumentContent {
  if (!packed) return content;
  let structure: DocumentStructure | undefined;
  return {
    ...content,
    get structure() {
      structure ??= JSON.parse(inflateSync(packed).toString()) as DocumentStructure;
      return structure;
    },
  };
}
