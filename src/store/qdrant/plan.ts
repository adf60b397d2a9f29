import type { Document } from '../../types.ts';
import { parseReference } from '../../util/document-key.ts';
import { referenceOf } from '../in-version.ts';
import { outdated } from '../outdated.ts';
import type { PreparedDocument } from '../prepare-documents.ts';
import type { DocumentState, SeenFile, SyncedFile } from '../store.ts';
import { filePlace, pointId } from './names.ts';
import { type DocumentParts, type DocumentPayload, partsOf } from './points.ts';
import type { Totals } from './registry.ts';

/** A document, or an earlier version of one, as it is to be after a change. */
export interface PlannedDocument extends DocumentParts {
  /** Absent for one that comes. */
  readonly stored?: DocumentPayload;
  /** What comes; absent for one that is stored. */
  readonly coming?: PreparedDocument;
  /** Its chunks have ids with its version. */
  readonly isVersioned: boolean;
  /** What of a stored one is another. */
  readonly changed: 'nothing' | 'document' | 'chunks';
}

interface PlanOptions {
  readonly collection: string;
  readonly location: string;
  /** The number of the change. */
  readonly change: number;
  /** All versions of all documents that it may touch. */
  readonly stored: readonly DocumentPayload[];
}

/** What a change does to documents, one step after the other, in memory. */
export class Plan {
  readonly gone: PlannedDocument[] = [];
  private readonly options: PlanOptions;
  /** By their keys. */
  private readonly documents = new Map<string, PlannedDocument>();
  /** Of all versions, also of those that have gone. */
  private readonly keysById = new Map<string, string[]>();
  /** Who had a file last. */
  private readonly keyByFile = new Map<string, string>();
  private count = 0;

  constructor(options: PlanOptions) {
    this.options = options;
    for (const stored of options.stored) {
      this.add({ ...partsOf(stored), stored, isVersioned: false, changed: 'nothing' });
    }
  }

  get coming(): PlannedDocument[] {
    return [...this.documents.values()].filter(({ stored }) => stored === undefined);
  }

  get changed(): PlannedDocument[] {
    return [...this.documents.values()].filter(
      ({ stored, changed }) => stored !== undefined && changed !== 'nothing',
    );
  }

  /** @throws as `outdated` tells. */
  require(expected: readonly DocumentState[]): void {
    for (const state of expected) {
      const document = this.presentOf(state.documentId)?.document;
      if (document?.version === state.version && document.updatedAt === state.updatedAt) continue;
      throw outdated(this.options.location, state);
    }
  }

  /** Takes a document away with its earlier versions; gives their number, or `undefined` for an unknown one. */
  remove(documentId: string): number | undefined {
    const present = this.presentOf(documentId);
    if (!present) return undefined;
    const earlier = this.earlierOf(documentId);
    for (const one of [present, ...earlier]) this.take(one);
    return earlier.length;
  }

  /** Gives the version that the document gets. */
  put(prepared: PreparedDocument, keepVersions: boolean): number {
    const { document, file } = this.makeRoom(prepared, keepVersions);
    const { record, terms } = prepared;
    const coming = this.add({
      key: pointId('document', this.options.collection, this.options.change, (this.count += 1)),
      document,
      file: undefined,
      original: record.original === undefined ? undefined : document.sourceHash,
      termCount: terms.reduce((sum, { count }) => sum + count, 0),
      sizes: JSON.stringify(record.content.pages.map(({ number, width, height }) => [number, width, height])),
      coming: prepared,
      isVersioned: keepVersions || document.supersededAt !== undefined,
      changed: 'nothing',
    });
    if (file) this.follow(coming, file);
    return document.version;
  }

  /** Follows a document to where its file is now. */
  see({ documentId, sourcePath, file }: SeenFile): void {
    const present = this.presentOf(documentId);
    if (!present) return;
    const followed = this.follow(present, file);
    if (present.document.sourcePath === sourcePath) return;
    const updatedAt = new Date().toISOString();
    this.replace(followed, { document: { ...present.document, sourcePath, updatedAt }, changed: 'chunks' });
  }

  /** What documents, or versions of them, say about themselves. */
  describe(reference: string, change: (document: Document) => Document): boolean {
    const found = this.find(reference);
    if (found) this.replace(found, { document: change(found.document), changed: 'chunks' });
    return found !== undefined;
  }

  /** What the totals of the collection are after it. */
  totals(before: Totals): Totals {
    const was = this.options.stored.map((stored) => ({ ...partsOf(stored) }));
    return added(added(before, was, -1), this.documents.values(), 1);
  }

  private versionsOf(documentId: string): PlannedDocument[] {
    const keys = this.keysById.get(documentId) ?? [];
    return keys.flatMap((key) => this.documents.get(key) ?? []);
  }

  private presentOf(documentId: string): PlannedDocument | undefined {
    return this.versionsOf(documentId).find(({ document }) => document.supersededAt === undefined);
  }

  private earlierOf(documentId: string): PlannedDocument[] {
    return this.versionsOf(documentId).filter(({ document }) => document.supersededAt !== undefined);
  }

  private find(reference: string): PlannedDocument | undefined {
    const versions = this.versionsOf(parseReference(reference).documentId);
    return this.presentOf(reference) ?? versions.find(({ document }) => referenceOf(document) === reference);
  }

  private add(planned: PlannedDocument): PlannedDocument {
    const { key, document, file } = planned;
    this.documents.set(key, planned);
    this.keysById.set(document.documentId, [...(this.keysById.get(document.documentId) ?? []), key]);
    if (file) this.keyByFile.set(filePlace(file), key);
    return planned;
  }

  private take(planned: PlannedDocument): void {
    this.documents.delete(planned.key);
    this.gone.push(planned);
  }

  private replace(planned: PlannedDocument, change: Partial<PlannedDocument>): PlannedDocument {
    const next = { ...planned, ...change };
    this.documents.set(planned.key, next);
    return next;
  }

  /** A path of a folder has one document: another that had it is no longer followed. */
  private follow(document: PlannedDocument, file: SyncedFile): PlannedDocument {
    const place = filePlace(file);
    const other = this.documents.get(this.keyByFile.get(place) ?? '');
    const isOthers = other?.file && other.key !== document.key && filePlace(other.file) === place;
    if (isOthers) this.replace(other, { file: undefined, changed: atLeastDocument(other) });
    this.keyByFile.set(place, document.key);
    return this.replace(document, { file, changed: atLeastDocument(document) });
  }

  /** Takes the document of that id away, or makes it an earlier version, and says what comes in its place. */
  private makeRoom(
    { record: { document: given, chunks, file } }: PreparedDocument,
    keepVersions: boolean,
  ): { document: Document; file: SyncedFile | undefined } {
    const document = { ...given, collection: this.options.collection, chunkCount: chunks.length };
    if (given.supersededAt !== undefined) {
      const same = this.earlierOf(given.documentId).find((one) => one.document.version === given.version);
      if (same) this.take(same);
      return { document, file };
    }
    const before = this.presentOf(given.documentId);
    if (!before) return { document, file };
    if (keepVersions) this.supersede(before, given.updatedAt);
    else this.take(before);
    const known = before.file;
    // Added again by its path, a document is still the one of its folder; what was seen of its file no longer counts.
    const stillThere =
      known && before.document.sourcePath === given.sourcePath ? { ...known, checkedMs: 0 } : undefined;
    const { ingestedAt, version } = before.document;
    return { document: { ...document, ingestedAt, version: version + 1 }, file: file ?? stillThere };
  }

  private supersede(present: PlannedDocument, supersededAt: string): void {
    const document = { ...present.document, supersededAt };
    this.replace(present, { document, file: undefined, isVersioned: true, changed: 'chunks' });
  }
}

const atLeastDocument = ({ changed }: PlannedDocument) => (changed === 'chunks' ? 'chunks' : 'document');

function added(totals: Totals, documents: Iterable<DocumentParts>, sign: 1 | -1): Totals {
  const languages = { ...totals.languages };
  const sums = { ...totals };
  for (const { document, termCount } of documents) {
    const { chunkCount, language, supersededAt } = document;
    if (supersededAt === undefined) {
      sums.documents += sign;
      sums.chunks += sign * chunkCount;
    }
    sums.allChunks += sign * chunkCount;
    sums.terms += sign * termCount;
    if (language !== undefined) languages[language] = (languages[language] ?? 0) + sign;
  }
  const spoken = Object.entries(languages).filter(([, count]) => count > 0);
  return { ...sums, languages: Object.fromEntries(spoken) };
}
