import type { VersionChoice } from '../../types.ts';
import { parseReference } from '../../util/document-key.ts';
import type { StoredDocument, Touched } from '../changes/plan.ts';
import { referenceOf } from '../changes/in-version.ts';
import type { SyncedFile } from '../store.ts';
import { anyOf, equal } from './conditions.ts';
import type { Condition, Wanted } from './connection.ts';
import { filePlace, wellFormed } from './names.ts';
import { type DocumentParts, type DocumentPayload, documentOf } from './points.ts';
import type { View } from './view.ts';

const idsPerRequest = 1_000;

/** Documents by their ids, with all their versions. */
async function versionsOf(view: View, documentIds: readonly string[]): Promise<DocumentPayload[]> {
  const ids = [...new Set(documentIds.map(wellFormed))];
  const found: DocumentPayload[] = [];
  for (let start = 0; start < ids.length; start += idsPerRequest) {
    const these = anyOf('documentId', ids.slice(start, start + idsPerRequest));
    const points = await view.all<DocumentPayload>(view.filter('document', these));
    found.push(...points.map(({ payload }) => payload));
  }
  return found;
}

/** A document, or an earlier version of one, with what a change has to know of it. */
export interface TouchedDocument extends StoredDocument, DocumentParts {}

/** What a change is planned from. */
export async function readTouched(view: View, { documentIds, files }: Touched): Promise<TouchedDocument[]> {
  const stored = await versionsOf(view, documentIds);
  const withFiles = view.filter('document', anyOf('filePlace', files.map(filePlace)));
  const others = files.length === 0 ? [] : await view.all<DocumentPayload>(withFiles);
  const all = [...stored, ...others.map(({ payload }) => payload)];
  return [...new Map(all.map((payload) => [payload.key, toTouched(payload)])).values()];
}

export function toTouched(payload: DocumentPayload): TouchedDocument {
  const { key, present: isPresent, chunkCount, original, file, termCount, sizes } = payload;
  const document = documentOf(payload);
  const { documentId } = document;
  const syncedFile = file === undefined ? undefined : (JSON.parse(file) as SyncedFile);
  return { key, documentId, isPresent, document, chunkCount, original, file: syncedFile, termCount, sizes };
}

/** A document by its id, or a version of it by `<id>#v<version>`, in the order of the references; unknown ones are left out. */
export async function findDocuments(view: View, references: readonly string[]): Promise<DocumentPayload[]> {
  const ids = references.map((reference) => parseReference(reference).documentId);
  const byReference = new Map<string, DocumentPayload>();
  for (const payload of await versionsOf(view, ids)) {
    const document = documentOf(payload);
    byReference.set(referenceOf(document), payload);
    if (payload.present) byReference.set(document.documentId, payload);
  }
  return references.flatMap((reference) => byReference.get(reference) ?? []);
}

export async function findDocument(view: View, reference: string): Promise<DocumentPayload | undefined> {
  const [found] = await findDocuments(view, [reference]);
  return found;
}

const versionFields = ['key', 'documentId', 'version'] as const;
type VersionPayload = Pick<DocumentPayload, (typeof versionFields)[number]>;
const wanted: Wanted = { payload: versionFields };

/** The condition that keeps the wanted versions; none when all there are are wanted. */
export async function versionConditions(view: View, versions: VersionChoice = 1): Promise<Condition[]> {
  if (versions === 'all') return [];
  const present = equal('present', true);
  if (versions === 1) return [present];
  const earlier = await view.all<VersionPayload>(view.filter('document', equal('present', false)), {
    wanted,
  });
  const newestFirst = earlier.map(({ payload }) => payload).sort((a, b) => b.version - a.version);
  const seen = new Map<string, number>();
  const kept = newestFirst.filter(({ documentId }) => {
    const count = (seen.get(documentId) ?? 0) + 1;
    seen.set(documentId, count);
    return count < versions;
  });
  return [
    {
      should: [
        present,
        anyOf(
          'key',
          kept.map(({ key }) => key),
        ),
      ],
    },
  ];
}
