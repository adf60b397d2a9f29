import { createHash } from 'node:crypto';
import type { Chunk, Document, Metadata } from '../../../src/types.ts';
import type { ChunkRecord, CollectionSpec, DocumentRecord } from '../../../src/store/store.ts';

const dimensions = 8;

export const spec: CollectionSpec = {
  name: 'papers',
  embeddingModel: 'test-model',
  dimensions,
  maxTokens: 256,
};

export interface RecordOptions {
  readonly text?: readonly string[];
  readonly context?: string;
  readonly document?: Partial<Document>;
  /** Changes to the chunk at that index. */
  readonly chunk?: (index: number) => Partial<Chunk>;
  readonly vector?: (index: number) => Float32Array;
}

/** A document whose chunks are the paragraphs of `text`, all fields consistent. */
export function makeRecord(documentId: string, options: RecordOptions = {}): DocumentRecord {
  const paragraphs = options.text ?? [`The first paragraph of ${documentId}.`, 'A second one about the sea.'];
  const text = paragraphs.join('\n\n');
  const metadata: Metadata = options.document?.metadata ?? {};
  const document: Document = {
    documentId,
    collection: spec.name,
    sourcePath: `/files/${documentId}.txt`,
    sourceHash: hashOf(text),
    title: `About ${documentId}`,
    creators: ['A. Writer'],
    subjects: [],
    format: 'text',
    chunkCount: paragraphs.length,
    totalChars: text.length,
    totalTokens: 10 * paragraphs.length,
    bytes: Buffer.byteLength(text),
    pageCount: 0,
    embeddingModel: spec.embeddingModel,
    ingestedAt: '2026-01-02T03:04:05.000Z',
    updatedAt: '2026-01-02T03:04:05.000Z',
    version: 1,
    tags: [],
    ...options.document,
    metadata,
  };
  const chunks = paragraphs.map((content, index): ChunkRecord => {
    const chunk = makeChunk({ document, content, sequence: index, count: paragraphs.length });
    const charStart = paragraphs.slice(0, index).reduce((sum, before) => sum + before.length + 2, 0);
    const span = { charStart, charEnd: charStart + content.length };
    return {
      chunk: {
        ...chunk,
        ...span,
        uniqueStart: span.charStart,
        uniqueEnd: span.charEnd,
        ...options.chunk?.(index),
      },
      context: options.context ?? document.title,
      vector: options.vector?.(index) ?? unitVector(`${documentId} ${index} ${content}`),
    };
  });
  return { document, content: { text, pages: [], sections: [] }, chunks };
}

/** Two chunks on a page of 612 × 792 points, one at the top and one at the bottom, and an empty second page. */
export function makePagedRecord(): DocumentRecord {
  const record = makeRecord('paged', {
    document: { pageCount: 2, tags: ['t'], dateCreated: '2024-02-29', language: 'en' },
    chunk: (index) => ({
      pageNumbers: [1],
      sectionHeading: 'Results',
      sections: [
        { heading: 'Results', charStart: 0 },
        { heading: 'Outlook', charStart: 20 },
      ],
      headingPath: ['Report', 'Results'],
      hierarchyPath: 'Report > Results',
      rects: [{ page: 1, x0: 72, y0: 72 + 600 * index, x1: 300, y1: 84 + 600 * index }],
      ...(index === 0 ? { described: { text: 'A bar chart.', by: 'openai:gpt-4o' } } : {}),
      metadata: (index === 0 ? { reviewed: true, tags: ['own'] } : {}) as Metadata,
    }),
  });
  const layout = [
    { charStart: 0, charEnd: 3, x0: 72, y0: 72.25, x1: 90.13, y1: 84 },
    { charStart: 4, charEnd: 9, x0: 95.5, y0: 72.25, x1: 120, y1: 84 },
    { charStart: 40, charEnd: 50, x0: 72, y0: 672, x1: 300, y1: 684 },
  ];
  const { text } = record.content;
  const size = { width: 612, height: 792 };
  const pages = [
    { number: 1, label: 'iv', ...size, charStart: 0, charEnd: text.length, layout },
    { number: 2, ...size, charStart: text.length, charEnd: text.length, layout: [] },
  ];
  const sections = [{ heading: 'Results', level: 1, charStart: 0, charEnd: text.length, anchor: 'results' }];
  const rect = { page: 1, x0: 72, y0: 72.25, x1: 90.13, y1: 84 };
  const cell = { row: 0, column: 1, rowSpan: 1, columnSpan: 2, charStart: 0, charEnd: 3, rect };
  const table = { charStart: 0, charEnd: 9, rowCount: 1, columnCount: 3, headerRows: 0 };
  const structure = {
    blocks: [{ kind: 'table' as const, charStart: 0, charEnd: 9 }],
    tables: [{ ...table, cells: [cell], rects: [rect] }],
    links: [{ charStart: 4, charEnd: 9, url: 'https://example.com/?q=\u0000\ud800' }],
    pictures: [
      {
        charStart: 9,
        charEnd: 9,
        alternativeText: 'The logo',
        described: { text: 'A bar chart.', by: 'openai:gpt-4o' },
        rect,
      },
    ],
  };
  return { ...record, content: { text, pages, sections, structure } };
}

function makeChunk(of: { document: Document; content: string; sequence: number; count: number }): Chunk {
  const { document, content, sequence, count } = of;
  const idOf = (number: number) => `${document.documentId}#${String(number).padStart(4, '0')}`;
  return {
    chunkId: idOf(sequence),
    documentId: document.documentId,
    sequence,
    charStart: 0,
    charEnd: content.length,
    content,
    contentHash: hashOf(content),
    pageNumbers: [],
    headingPath: [],
    kind: 'text',
    tokenCount: 10,
    charCount: content.length,
    overlapPrevChars: 0,
    overlapNextChars: 0,
    uniqueStart: 0,
    uniqueEnd: content.length,
    ...(sequence > 0 && { prevChunkId: idOf(sequence - 1) }),
    ...(sequence < count - 1 && { nextChunkId: idOf(sequence + 1) }),
    level: 3,
    hierarchyPath: '',
    chunkingMethod: 'structure',
    embeddingModel: document.embeddingModel,
    embeddedAt: '2026-01-02T03:04:05.000Z',
    totalChunks: count,
    rects: [],
    metadata: document.metadata,
  };
}

/** A direction that only the seed decides. */
export function unitVector(seed: string): Float32Array {
  const digest = createHash('sha256').update(seed).digest();
  const values = Array.from({ length: dimensions }, (_, index) => digest.readInt16LE(index * 2) + 0.5);
  return unit(values);
}

export function unit(values: readonly number[]): Float32Array {
  const norm = Math.hypot(...values);
  return Float32Array.from(values, (value) => (norm === 0 ? 0 : value / norm));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
