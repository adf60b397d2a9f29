/**
 * What a change does to documents, decided in memory, the same for all stores:
 *
 *   rows of the documents and files that it names ──┐
 *   the change ─────────────────────────────────────┴──▶ rows that go ; rows that change ; documents that come
 *
 * A store reads the rows that `touchedBy` names, asks `planChange`, and carries the plan out in that order, within one
 * transaction. A row is a document or an earlier version of one.
 *
 * The id of a document was given before: by `identify` in knowledge-base/add/inputs.ts, or by knowledge-base/sync/sync-plan.ts.
 *
 * A document that comes takes the place of the present one of its id, as its next version. With `keepVersions` the one
 * before stays as an earlier version, otherwise it goes. An earlier version that comes takes the place of itself alone. A file of a
 * synchronised folder is that of one document, the last one that was said to have it; earlier versions have none.
 */
import type { Document } from '../../types.ts';
import { wellFormed } from '../../util/strings/well-formed.ts';
import { inVersion } from './in-version.ts';
import { outdated } from './outdated.ts';
import { type AnalysedDocument, requireFit } from './analyse-documents.ts';
import type { StoredModel } from '../collection-model.ts';
import type {
  ChangeCounts,
  ChunkRecord,
  DocumentRecord,
  DocumentState,
  SeenFile,
  StoreChange,
  SyncedFile,
} from '../store.ts';

/** A change whose documents are prepared. */
export interface PreparedChange extends Omit<StoreChange, 'put'> {
  readonly put: readonly AnalysedDocument[];
}

/** What of a store a change has to do with. */
export interface Touched {
  /** Documents, of which the present versions are to be read. */
  readonly documentIds: readonly string[];
  /** Those of which the earlier versions are to be read, too. */
  readonly withVersions: readonly string[];
  /** The documents that have these are to be read, whatever their ids. */
  readonly files: readonly FilePlace[];
}

/** Where a file of a synchronised folder is. */
export type FilePlace = Pick<SyncedFile, 'root' | 'path'>;

/** A document, or an earlier version of one, as a store has it. */
export interface StoredDocument {
  readonly documentId: string;
  readonly isPresent: boolean;
  /** Asked for where the plan depends on it: of what goes it is not. */
  readonly document: Document;
  readonly chunkCount: number;
  readonly file: SyncedFile | undefined;
}

export interface ChangePlan<Stored extends StoredDocument> {
  /** With their chunks, and all else that hangs on them. */
  readonly gone: readonly Stored[];
  readonly changed: readonly ChangedDocument<Stored>[];
  /** In the order of `put`, without those that another one of `put` replaces. */
  readonly coming: readonly ComingDocument[];
  readonly counts: Omit<ChangeCounts, 'originalsRemoved'>;
}

/** A row that stays, and what it is to be. */
export interface ChangedDocument<Stored extends StoredDocument> {
  readonly stored: Stored;
  /** Absent where it stays as it is. */
  readonly document?: Document | undefined;
  /** The file that it has then; another object than that of `stored` where it changes. */
  readonly file: SyncedFile | undefined;
  /** It becomes an earlier version: its name and the ids of its chunks are to carry its version. */
  readonly isSuperseded: boolean;
}

/** A document to be added, or an earlier version of one (`supersededAt`). */
export interface ComingDocument extends AnalysedDocument {
  /** As it is to be stored. */
  readonly document: Document;
  /** As they are to be stored. */
  readonly chunks: readonly ChunkRecord[];
  readonly file: SyncedFile | undefined;
}

export interface PlanOptions {
  /** What is changed. */
  readonly collection: StoredModel;
  /** Of the store. */
  readonly location: string;
  /** The time of the change, as in `updatedAt`. */
  readonly now: string;
}

export function touchedBy({ expected = [], remove = [], put, seen = [] }: PreparedChange): Touched {
  const coming = put.map(({ record }) => record.document);
  const earlier = coming.filter(isEarlier);
  const named = [...expected, ...coming, ...seen].map(({ documentId }) => documentId);
  const files = [...put.map(({ record }) => record.file), ...seen.map(({ file }) => file)];
  return {
    documentIds: [...new Set([...named, ...remove])],
    withVersions: [...new Set([...earlier.map(({ documentId }) => documentId), ...remove])],
    files: files.filter((file) => file !== undefined),
  };
}

/**
 * @param rows those that `touchedBy` names, and perhaps others
 * @throws EmbeddingModelMismatchError, EmbeddingDimensionError; as `outdated` tells.
 */
export function planChange<Stored extends StoredDocument>(
  rows: readonly Stored[],
  { expected = [], remove = [], put, keepVersions = false, seen = [] }: PreparedChange,
  options: PlanOptions,
): ChangePlan<Stored> {
  const draft = new Draft(rows, options);
  for (const state of expected) draft.require(state);
  for (const { record } of put) requireFit(options.collection, record);
  const coming = new Set(
    put.flatMap(({ record: { document } }) => (isEarlier(document) ? [] : document.documentId)),
  );
  for (const documentId of remove) if (!coming.has(documentId)) draft.remove(documentId);
  const versions = put.map((prepared) => draft.put(prepared, keepVersions));
  for (const one of seen) draft.see(one);
  return draft.plan(versions);
}

/** A row on its way through the plan. */
interface Row<Stored> {
  readonly documentId: string;
  readonly chunkCount: number;
  /** Absent of one that comes. */
  readonly stored?: Stored;
  /** Absent of one that is stored. */
  readonly coming?: AnalysedDocument & Pick<ComingDocument, 'chunks'>;
  /** Absent of a stored one for as long as it stays as it is. */
  document?: Document;
  file: SyncedFile | undefined;
  isPresent: boolean;
  isSuperseded: boolean;
}

/** Takes the steps of a change one after the other. */
class Draft<Stored extends StoredDocument> {
  readonly #options: PlanOptions;
  /** Those that are there after the steps so far. */
  readonly #rows = new Set<Row<Stored>>();
  readonly #gone: Row<Stored>[] = [];
  /** Also those that have gone; as stores compare ids. */
  readonly #byId = new Map<string, Row<Stored>[]>();
  /** Who had a file last. */
  readonly #byFile = new Map<string, Row<Stored>>();
  #documentsRemoved = 0;
  #versionsRemoved = 0;
  #chunksAdded = 0;

  constructor(stored: readonly Stored[], options: PlanOptions) {
    this.#options = options;
    for (const one of stored) {
      const { documentId, chunkCount, file, isPresent } = one;
      const row = { stored: one, documentId, chunkCount, file: undefined, isPresent, isSuperseded: false };
      this.#add(row, file);
    }
  }

  require(state: DocumentState): void {
    const row = this.#presentOf(state.documentId);
    const document = row && documentOf(row);
    if (document?.version === state.version && document.updatedAt === state.updatedAt) return;
    throw outdated(this.#options.location, state);
  }

  /** With its earlier versions. */
  remove(documentId: string): void {
    const present = this.#presentOf(documentId);
    if (!present) return;
    const versions = this.#versionsOf(documentId);
    for (const row of versions) this.#take(row);
    this.#documentsRemoved += 1;
    this.#versionsRemoved += versions.length - 1;
  }

  /** Gives the version that the document gets. */
  put({ record, terms }: AnalysedDocument, keepVersions: boolean): number {
    const { chunks } = record;
    const { document, file } = this.#makeRoom(record, keepVersions);
    const { documentId, chunkCount } = document;
    const isPresent = !isEarlier(document);
    const isVersioned = keepVersions || !isPresent;
    const labelled = isVersioned ? chunks.map((chunk) => inVersion(chunk, document)) : chunks;
    const coming = { record, terms, chunks: labelled };
    this.#add(
      { documentId, chunkCount, coming, document, file: undefined, isPresent, isSuperseded: false },
      file,
    );
    this.#chunksAdded += chunkCount;
    return document.version;
  }

  /** Follows a document to where its file is now. */
  see({ documentId, sourcePath, file }: SeenFile): void {
    const row = this.#presentOf(documentId);
    if (!row) return;
    this.#follow(row, file);
    const document = documentOf(row);
    if (document.sourcePath === sourcePath) return;
    row.document = { ...document, sourcePath, updatedAt: this.#options.now };
  }

  plan(versions: readonly number[]): ChangePlan<Stored> {
    const rows = [...this.#rows];
    return {
      gone: this.#gone.flatMap(({ stored }) => stored ?? []),
      changed: rows.flatMap(({ stored, document, file, isSuperseded }) =>
        stored && (document || file !== stored.file) ? { stored, document, file, isSuperseded } : [],
      ),
      coming: rows.flatMap(({ coming, document, file }) =>
        coming && document ? { ...coming, document, file } : [],
      ),
      counts: {
        documentsRemoved: this.#documentsRemoved,
        versionsRemoved: this.#versionsRemoved,
        chunksRemoved: this.#gone.reduce((sum, { chunkCount }) => sum + chunkCount, 0),
        chunksAdded: this.#chunksAdded,
        versions,
      },
    };
  }

  /** Takes away what the document replaces, or makes it an earlier version, and says what comes in its place. */
  #makeRoom(
    { document: given, chunks, file }: DocumentRecord,
    keepVersions: boolean,
  ): { readonly document: Document; readonly file: SyncedFile | undefined } {
    const next = { ...given, collection: this.#options.collection.name, chunkCount: chunks.length };
    if (isEarlier(given)) {
      const same = this.#earlierOf(given);
      if (same) this.#take(same);
      return { document: next, file };
    }
    const before = this.#presentOf(given.documentId);
    if (!before) return { document: next, file };
    const { file: known } = before;
    const { ingestedAt, version, sourcePath } = documentOf(before);
    if (keepVersions) this.#supersede(before, given.updatedAt);
    else this.#take(before);
    // Added again by its path, a document is still the one of its folder; what was seen of its file no longer counts.
    const stillThere = known && sourcePath === given.sourcePath ? { ...known, checkedMs: 0 } : undefined;
    return { document: { ...next, ingestedAt, version: version + 1 }, file: file ?? stillThere };
  }

  #versionsOf(documentId: string): Row<Stored>[] {
    return this.#byId.get(wellFormed(documentId))?.filter((row) => this.#rows.has(row)) ?? [];
  }

  #presentOf(documentId: string): Row<Stored> | undefined {
    return this.#versionsOf(documentId).find(({ isPresent }) => isPresent);
  }

  #earlierOf({ documentId, version }: Document): Row<Stored> | undefined {
    return this.#versionsOf(documentId).find((row) => !row.isPresent && documentOf(row).version === version);
  }

  #add(row: Row<Stored>, file: SyncedFile | undefined): void {
    const id = wellFormed(row.documentId);
    this.#rows.add(row);
    const versions = this.#byId.get(id);
    if (versions) versions.push(row);
    else this.#byId.set(id, [row]);
    if (file) this.#follow(row, file);
  }

  #take(row: Row<Stored>): void {
    this.#rows.delete(row);
    this.#gone.push(row);
  }

  #supersede(row: Row<Stored>, supersededAt: string): void {
    row.document = { ...documentOf(row), supersededAt };
    row.file = undefined;
    row.isPresent = false;
    row.isSuperseded = true;
  }

  /** Another document that had the file is no longer followed. */
  #follow(row: Row<Stored>, file: SyncedFile): void {
    const place = placeOf(file);
    const other = this.#byFile.get(place);
    if (other?.file && placeOf(other.file) === place) other.file = undefined;
    this.#byFile.set(place, row);
    row.file = file;
  }
}

const isEarlier = ({ supersededAt }: Document) => supersededAt !== undefined;

const documentOf = ({ document, stored }: Row<StoredDocument>): Document => document ?? stored!.document;

const placeOf = ({ root, path }: FilePlace): string => JSON.stringify(wellFormed([root, path]));
