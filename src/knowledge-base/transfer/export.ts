import { z } from 'zod';
import { LimitExceededError } from '../../errors.ts';
import { requireModel } from '../../store/collection-model.ts';
import type { CollectionSpec, DocumentRecord } from '../../store/store.ts';
import type { LayoutRun, Page } from '../../types.ts';
import { wholeSpecs } from './copy.ts';
import { encodeVector, exportVersion, type ExportLine, type LineOf } from './export-lines.ts';
import { collectionNameSchema, parseOptions, signalSchema } from '../parts/options.ts';
import type { Parts } from '../parts/parts.ts';
import { mostLineChars } from './split-lines.ts';
import { withOriginal } from './receive.ts';

/** What `export` takes. */
export interface ExportOptions {
  /** Names of the collections to export; all unless given. */
  readonly collections?: readonly string[];
  /** Stops the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

export const exportOptionsSchema = z.strictObject({
  collections: z.array(collectionNameSchema).optional(),
  signal: signalSchema,
});

/** A multiple of 3, so that the pieces of base64 can be put together. */
const originalPieceBytes = 3 * 2 ** 20;

/** Everything that is stored, as lines of JSON. Nothing longer than a document is in memory. */
export async function* exportLines(
  { store }: Pick<Parts, 'store'>,
  rawOptions: ExportOptions = {},
): AsyncGenerator<string, void, undefined> {
  const { collections, signal } = parseOptions(exportOptionsSchema, rawOptions, 'options of export');
  const specs = await wholeSpecs(store, collections);
  let documents = 0;
  yield toLine({ kind: 'export', version: exportVersion });
  for (const spec of specs) {
    yield toLine(collectionLine(spec));
    for await (const record of store.export(spec.name, { signal })) {
      requireModel(spec, record.document.embeddingModel);
      yield* documentLines(await withOriginal(store, spec.name, record));
      documents += 1;
    }
  }
  yield toLine({ kind: 'end', documents });
}

/** @throws LimitExceededError for a line that could not be imported. */
function toLine(line: ExportLine): string {
  const text = jsonOf(line);
  if (text !== undefined && text.length <= mostLineChars) return `${text}\n`;
  const what = line.kind === 'document' ? `The document ${line.document.documentId}` : `A ${line.kind}`;
  throw new LimitExceededError(
    `${what} would be a line of more than ${mostLineChars.toLocaleString('en')} characters.`,
    {
      hint: 'Copy the store with `copy` or `backup`, or remove what is so long.',
      context: {
        limit: mostLineChars,
        ...(line.kind === 'document' && { document: line.document.documentId }),
      },
    },
  );
}

/** `undefined` for more than a string can hold. */
function jsonOf(line: ExportLine): string | undefined {
  try {
    return JSON.stringify(line);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function collectionLine({ table, ...spec }: CollectionSpec): ExportLine {
  return { kind: 'collection', ...spec, table: table && Buffer.from(table).toString('base64') };
}

function* documentLines({ document, content, chunks, original }: DocumentRecord): Generator<string> {
  const { text, pages, sections, structure } = content;
  const pieces = original ? Math.ceil(original.length / originalPieceBytes) : 0;
  yield toLine({
    kind: 'document',
    document,
    text,
    sections: [...sections],
    structure: structure as LineOf<'document'>['structure'],
    pages: pages.length,
    chunks: chunks.length,
    originals: pieces,
  });
  for (const page of pages) yield toLine(pageLine(page));
  for (const { chunk, context, vector, textHash } of chunks) {
    yield toLine({ kind: 'chunk', chunk, context, vector: encodeVector(vector), textHash });
  }
  for (let piece = 0; piece < pieces; piece += 1) {
    const bytes = original?.subarray(piece * originalPieceBytes, (piece + 1) * originalPieceBytes);
    yield toLine({ kind: 'original', bytes: Buffer.from(bytes ?? []).toString('base64') });
  }
}

type RunNumbers = LineOf<'page'>['layout'][number];

function pageLine({ layout, ...page }: Page): ExportLine {
  return { kind: 'page', ...page, layout: layout.map(runNumbers) };
}

function runNumbers({ charStart, charEnd, x0, y0, x1, y1, confidence }: LayoutRun): RunNumbers {
  const numbers = [charStart, charEnd, x0, y0, x1, y1] as const;
  return confidence === undefined ? [...numbers] : [...numbers, confidence];
}
