import { z } from 'zod';
import { describeProblems } from '../../config/describe-problems.ts';
import { LoadError, PinciteError } from '../../errors.ts';
import type { ChunkRecord, CollectionSpec, DocumentRecord } from '../../store/store.ts';
import type { Page } from '../../types.ts';
import { decodeVector, exportLineSchema, type ExportLine, type LineOf } from './export-lines.ts';
import { callbackSchema, collectionNameSchema, parseOptions, signalSchema } from '../parts/options.ts';
import type { Parts } from '../parts/parts.ts';
import { Receiver, type TransferProgress, type TransferResult } from './receive.ts';
import { splitLines } from './split-lines.ts';

/** What `import` takes. */
export interface ImportOptions {
  /** Where to import to, when the export has one collection; its own name unless given. */
  readonly collection?: string;
  /** Stops the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called after every document. */
  readonly onProgress?: (progress: TransferProgress) => void;
}

export const importOptionsSchema = z.strictObject({
  collection: collectionNameSchema.optional(),
  signal: signalSchema,
  onProgress: callbackSchema<TransferProgress>(),
});

/**
 * Takes in what `exportLines` gave, document by document; what is there already is skipped, so that an import that
 * was stopped can be run again.
 * @throws LoadError with the number of the line that is wrong: the documents before it are stored; LimitExceededError for
 * a line that no export has, since it is too long.
 */
export async function importLines(
  { store }: Pick<Parts, 'store'>,
  source: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  rawOptions: ImportOptions = {},
): Promise<TransferResult> {
  const { collection, signal, onProgress } = parseOptions(
    importOptionsSchema,
    rawOptions,
    'options of import',
  );
  const receiver = new Receiver(store, { signal, onProgress });
  const reader = new ExportReader(receiver, collection);
  let number = 0;
  for await (const text of splitLines(source)) {
    signal?.throwIfAborted();
    number += 1;
    if (text.trim() === '') continue;
    await atLine(number, reader, () => reader.read(parseLine(text)));
  }
  await atLine(number, reader, async () => reader.end());
  return receiver.result();
}

async function atLine(line: number, reader: ExportReader, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof Mistake || (error instanceof PinciteError && error.context.problems))) throw error;
    if (!reader.hasBegun) throw noExport(line, error);
    throw new LoadError(`Line ${line} of the export: ${error.message}`, {
      hint: 'The documents before it are stored. Mend the file, or export again, then import again to go on.',
      context: { line },
      cause: error,
    });
  }
}

function noExport(line: number, cause: Error): LoadError {
  const found = line === 0 ? 'it is empty' : `line ${line}: ${cause.message}`;
  return new LoadError(`This is no export of Pincite: ${found}`, {
    hint: 'Give what `export` wrote; documents in files are added.',
    context: { line },
    cause,
  });
}

/** What is wrong with a line, without its number. */
class Mistake extends Error {}

function parseLine(text: string): ExportLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Mistake(`it is not JSON (${(error as Error).message})`);
  }
  const parsed = exportLineSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Mistake(describeProblems(parsed.error).slice(0, 3).join('; '));
}

/** A document of which not all lines have come. */
interface Pending {
  readonly head: LineOf<'document'>;
  readonly pages: Page[];
  readonly chunks: ChunkRecord[];
  readonly originals: Buffer[];
}

class ExportReader {
  readonly #receiver: Receiver;
  readonly #collection: string | undefined;
  #state: 'before' | 'within' | 'ended' = 'before';
  #spec: CollectionSpec | undefined;
  #pending: Pending | undefined;
  #documents = 0;

  constructor(receiver: Receiver, collection: string | undefined) {
    this.#receiver = receiver;
    this.#collection = collection;
  }

  /** Whether the line has been read that an export begins with. */
  get hasBegun(): boolean {
    return this.#state !== 'before';
  }

  async read(line: ExportLine): Promise<void> {
    if ((line.kind === 'export') !== (this.#state === 'before')) {
      throw new Mistake('an export begins with one line of the kind "export"');
    }
    if (this.#state === 'ended') throw new Mistake('nothing may follow the end');
    switch (line.kind) {
      case 'export':
        this.#state = 'within';
        return;
      case 'collection':
        return this.#open(line);
      case 'document':
        this.#requireComplete();
        this.#pending = { head: line, pages: [], chunks: [], originals: [] };
        break;
      case 'end':
        this.#requireComplete();
        if (line.documents !== this.#documents)
          throw new Mistake(`${line.documents} documents should stand before it`);
        this.#state = 'ended';
        return;
      default:
        this.#add(line);
    }
    await this.#takeWhenComplete();
  }

  /** @throws Mistake when the file was cut. */
  end(): void {
    if (this.#state !== 'ended') throw new Mistake('the file ends before the export does');
  }

  async #open(line: LineOf<'collection'>): Promise<void> {
    this.#requireComplete();
    if (this.#spec && this.#collection !== undefined) {
      throw new Mistake('the export has several collections, which cannot become one');
    }
    const { kind: _kind, table, ...described } = line;
    const spec: CollectionSpec = {
      ...described,
      name: this.#collection ?? line.name,
      ...(table !== undefined && { table: new Uint8Array(Buffer.from(table, 'base64')) }),
    };
    await this.#receiver.open(spec);
    this.#spec = spec;
  }

  #requireComplete(): void {
    if (this.#pending)
      throw new Mistake(`the document ${this.#pending.head.document.documentId} is not complete`);
  }

  #add(line: LineOf<'page' | 'chunk' | 'original'>): void {
    const pending = this.#pending;
    if (!pending) throw new Mistake(`a ${line.kind} stands after its document`);
    if (line.kind === 'page') pending.pages.push(toPage(line));
    if (line.kind === 'original') pending.originals.push(Buffer.from(line.bytes, 'base64'));
    if (line.kind === 'chunk') {
      const { chunk, context, vector, textHash } = line;
      pending.chunks.push({ chunk, context, vector: decodeVector(vector), textHash });
    }
  }

  async #takeWhenComplete(): Promise<void> {
    if (!this.#pending) return;
    const { head, pages, chunks, originals } = this.#pending;
    const isComplete =
      pages.length >= head.pages && chunks.length >= head.chunks && originals.length >= head.originals;
    if (!isComplete) return;
    const spec = this.#spec;
    if (!spec) throw new Mistake('a document stands after its collection');
    const { document, text, sections, structure } = head;
    const record: DocumentRecord = {
      document: { ...document, collection: spec.name },
      content: { text, pages, sections, ...(structure && { structure }) },
      chunks,
      ...(originals.length > 0 && { original: new Uint8Array(Buffer.concat(originals)) }),
    };
    this.#pending = undefined;
    this.#documents += 1;
    await this.#receiver.take(spec.name, record, spec.dimensions);
  }
}

function toPage({ kind: _kind, layout, ...page }: LineOf<'page'>): Page {
  return {
    ...page,
    layout: layout.map(([charStart, charEnd, x0, y0, x1, y1, confidence]) => {
      return { charStart, charEnd, x0, y0, x1, y1, ...(confidence !== undefined && { confidence }) };
    }),
  };
}
