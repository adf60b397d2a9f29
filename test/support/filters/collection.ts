/** A random collection, with what filters may stumble over in its fields, and changes to make to it. */
import * as fc from 'fast-check';
import type { DocumentRecord, MetadataPatch, MetadataUpdate } from '../../../src/store/store.ts';
import type { Metadata, Rect } from '../../../src/types.ts';
import { makeRecord, unit } from '../../contract/store/records.ts';

/** The analyser keeps them as they are, each a term of its own. */
export const words = ['silver', 'harbor', 'meadow', 'tunnel', 'otter', 'copper', 'walnut'];

const oddTexts = [
  'a',
  'ab',
  'b',
  '',
  'é',
  'e\u0301',
  '漢字',
  '😀',
  '\uffff',
  "'--",
  '%',
  'A',
  ' a',
  '\u0000',
  'true',
  '1',
];
const dates = `2024 2024-05-01 2024-05-01T00:00:00Z 2024-05-01T02:00:00+02:00 2024-05-01T00:00:00.001Z 2024-05-02
  2024-02-31 2024-04-30T23:30-00:30 2023-12-31 0099-01-01`;
/** Few enough that filters hit and miss; dates in several forms among them. */
export const anyText = fc.constantFrom(...oddTexts, ...dates.split(/\s+/));
export const anyValue = fc.oneof(
  anyText,
  fc.constantFrom(-1, 0, -0, 0.5, 1, 2, 3, 2024, 1e21, 5e-324, 2 ** 53, 1e308),
  fc.boolean(),
);

const keys = [
  'x',
  'y',
  'kind',
  'title',
  'with.dot',
  '$dollar',
  "quo'te",
  'constructor',
  'rects',
  '漢字',
  '__proto__',
];
const anyMetadata: fc.Arbitrary<Metadata> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...keys), fc.oneof(anyValue, fc.array(anyText, { maxLength: 3 }))), {
    maxLength: 3,
    selector: ([key]) => key,
  })
  .map((entries): Metadata => Object.fromEntries(entries));
const anyPatch: fc.Arbitrary<MetadataPatch> = fc.oneof(
  anyMetadata,
  fc.constantFrom(...keys).map((key): MetadataPatch => ({ [key]: null })),
);

const pageSize = { width: 100, height: 200 };
const anyRect: fc.Arbitrary<Rect> = fc
  .tuple(fc.integer({ min: 1, max: 2 }), fc.nat(9), fc.nat(9), fc.integer({ min: 1, max: 9 }))
  .map(([page, x, y, size]) => ({
    page,
    x0: 10 * x,
    y0: 20 * y,
    x1: 10 * (x + size),
    y1: 20 * y + 5 * size,
  }));

const anyChunk = fc.record({
  words: fc.array(fc.constantFrom(...words, 'the', '漢字', 'é'), { minLength: 1, maxLength: 5 }),
  own: fc.option(anyMetadata, { nil: {} }),
  rects: fc.array(anyRect, { maxLength: 2 }),
  heading: fc.option(anyText, { nil: undefined }),
  level: fc.constantFrom(3, 3, 4),
  kind: fc.constantFrom('text' as const, 'table' as const),
  vector: fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 8, maxLength: 8 }),
});

const anyDocument = fc.record({
  metadata: anyMetadata,
  fields: fc.record(
    {
      tags: fc.array(anyText, { maxLength: 2 }),
      creators: fc.array(anyText, { maxLength: 2 }),
      dateCreated: anyText,
      description: anyText,
      type: anyText,
      project: anyText,
      language: fc.constant('en'),
      ingestedAt: fc.constantFrom('2024-05-01T00:00:00.000Z', '2026-01-02T03:04:05.000Z'),
    },
    { requiredKeys: [], noNullPrototype: true },
  ),
  format: fc.constantFrom('pdf' as const, 'text' as const),
  chunks: fc.array(anyChunk, { minLength: 1, maxLength: 8 }),
});
export type DocumentDraft = typeof anyDocument extends fc.Arbitrary<infer Draft> ? Draft : never;

export interface CollectionDraft {
  readonly documents: readonly DocumentDraft[];
  /** Take the places of documents, which stay as earlier versions. */
  readonly newer: readonly { readonly place: number; readonly document: DocumentDraft }[];
  readonly removed: readonly number[];
  readonly patches: readonly {
    readonly place: number;
    readonly ofChunk: boolean;
    readonly patch: MetadataPatch;
  }[];
}

export function anyCollection(documents: number): fc.Arbitrary<CollectionDraft> {
  const some = Math.ceil(documents / 10);
  const place = fc.nat(documents - 1);
  return fc.record({
    documents: fc.array(anyDocument, { minLength: documents, maxLength: documents }),
    newer: fc.array(fc.record({ place, document: anyDocument }), { maxLength: 2 * some }),
    removed: fc.array(place, { maxLength: some }),
    patches: fc.array(fc.record({ place, ofChunk: fc.boolean(), patch: anyPatch }), { maxLength: some }),
  });
}

/** @param firstNumber of the document's first chunk; `metadata.number` counts chunks. */
export function recordOf(draft: DocumentDraft, place: number, firstNumber: number): DocumentRecord {
  const { metadata, fields, format, chunks } = draft;
  const record = makeRecord(idOf(place), {
    context: '',
    text: chunks.map((chunk) => chunk.words.join(' ')),
    document: { ...fields, format, metadata, pageCount: 2 },
    vector: (index) => unit(chunks[index]!.vector),
    chunk: (index) => {
      const { own, rects, heading, level, kind } = chunks[index]!;
      return {
        rects,
        level,
        kind,
        pageNumbers: [...new Set(rects.map(({ page }) => page))].sort(),
        headingPath: heading === undefined ? [] : [heading, 'a'],
        metadata: { ...metadata, ...own, number: firstNumber + index },
        ...(heading === undefined ? {} : { sectionHeading: heading }),
      };
    },
  });
  const { text } = record.content;
  const pages = [1, 2].map((number) => ({
    number,
    ...pageSize,
    charStart: 0,
    charEnd: text.length,
    layout: [],
  }));
  return { ...record, content: { ...record.content, pages } };
}

/** One of them is a date, one has quotes, one is not ASCII. */
export function idOf(place: number): string {
  const odd = ['2024-05-01', "it's", '漢字'];
  return odd[place] ?? `d${place}`;
}

export function updatesOf({ patches }: CollectionDraft): MetadataUpdate[] {
  return patches.map(({ place, ofChunk, patch }) => ({
    target: ofChunk ? { chunkIds: [`${idOf(place)}#0000`] } : { documentIds: [idOf(place)] },
    patch,
  }));
}
