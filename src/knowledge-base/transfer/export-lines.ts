/**
 * The lines of an export, each a JSON object:
 *
 *   { kind: 'export', version }        first
 *   { kind: 'collection', … }          a collection, with the model that belongs to it alone as base64
 *   { kind: 'document', … }            a document with its text, sections and structure, and how many lines of it follow:
 *   { kind: 'page', … }                  its pages, a layout run as six numbers, or seven with the confidence of OCR
 *   { kind: 'chunk', … }                 its chunks, with vectors as base64 of little-endian 32-bit floats
 *   { kind: 'original', … }              the bytes it was read from, in pieces of base64
 *   { kind: 'end', … }                 last: a file without it is not whole
 *
 * A document stands on several lines so that none is longer than its text.
 */
import { z } from 'zod';
import {
  adaptationSchema,
  chunkKindSchema,
  chunkSchema,
  descriptionSchema,
  documentSchema,
  rectSchema,
  type Chunk,
  type Document,
} from '../../types.ts';

export const exportVersion = 1;

const offset = z.number().int().min(0);
const bytes = z.base64();

const collectionLine = z.strictObject({
  kind: z.literal('collection'),
  name: z.string().min(1),
  embeddingModel: z.string().min(1),
  dimensions: z.number().int().min(1),
  maxTokens: z.number().int().min(1),
  table: bytes.optional(),
  adaptation: adaptationSchema.optional(),
});

const sectionSchema = z.strictObject({
  heading: z.string(),
  level: z.number().int(),
  charStart: offset,
  charEnd: offset,
  anchor: z.string().optional(),
});

const strictRect = rectSchema.strict();
const span = { charStart: offset, charEnd: offset };
const positive = z.number().int().min(1);

const cellSchema = z.strictObject({
  row: offset,
  column: offset,
  rowSpan: positive,
  columnSpan: positive,
  ...span,
  rect: strictRect.optional(),
});

const structureSchema = z.strictObject({
  blocks: z.array(z.strictObject({ kind: chunkKindSchema, ...span })),
  tables: z.array(
    z.strictObject({
      ...span,
      rowCount: offset,
      columnCount: offset,
      headerRows: offset,
      cells: z.array(cellSchema),
      rects: z.array(strictRect),
    }),
  ),
  links: z.array(z.strictObject({ ...span, url: z.string() })),
  pictures: z.array(
    z.strictObject({
      ...span,
      alternativeText: z.string().optional(),
      described: descriptionSchema.strict().optional(),
      rect: strictRect.optional(),
    }),
  ),
});

const documentLine = z.strictObject({
  kind: z.literal('document'),
  document: documentSchema as z.ZodType<Document>,
  text: z.string(),
  sections: z.array(sectionSchema),
  /** Absent of documents that were stored before it was kept. */
  structure: structureSchema.optional(),
  pages: offset,
  chunks: offset,
  originals: offset,
});

const four = [z.number(), z.number(), z.number(), z.number()] as const;
const runSchema = z.union([
  z.tuple([offset, offset, ...four]),
  z.tuple([offset, offset, ...four, z.number().min(0).max(1)]),
]);

const pageLine = z.strictObject({
  kind: z.literal('page'),
  number: z.number().int().min(1),
  label: z.string().optional(),
  width: z.number(),
  height: z.number(),
  charStart: offset,
  charEnd: offset,
  layout: z.array(runSchema),
});

const chunkLine = z.strictObject({
  kind: z.literal('chunk'),
  chunk: chunkSchema as z.ZodType<Chunk>,
  context: z.string(),
  vector: bytes,
  textHash: z.string().optional(),
});

export const exportLineSchema = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('export'), version: z.literal(exportVersion) }),
    collectionLine,
    documentLine,
    pageLine,
    chunkLine,
    z.strictObject({ kind: z.literal('original'), bytes }),
    z.strictObject({ kind: z.literal('end'), documents: offset }),
  ],
  { error: 'is none that a line of an export has' },
);
export type ExportLine = z.output<typeof exportLineSchema>;
export type LineOf<Kind extends ExportLine['kind']> = Extract<ExportLine, { kind: Kind }>;

/** Of a vector, as it stands in a line. */
export function encodeVector(vector: Float32Array): string {
  const view = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) view.writeFloatLE(value, index * 4);
  return view.toString('base64');
}

/** The inverse of `encodeVector`. */
export function decodeVector(text: string): Float32Array {
  const view = Buffer.from(text, 'base64');
  return Float32Array.from({ length: Math.floor(view.length / 4) }, (_, index) =>
    view.readFloatLE(index * 4),
  );
}
