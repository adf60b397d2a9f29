import { CollectionNotFoundError } from '../errors.ts';
import type { Document } from '../types.ts';
import { ensureCollection } from './embedders.ts';
import type { IngestionJob } from './ingestion-job.ts';
import { identify } from './inputs.ts';
import { isUnchanged, keepDescription } from './locate.ts';
import { ownMetadata } from './own-metadata.ts';
import type { Parts } from './parts.ts';

/** Whether the file of each job, as it was queued, is in the store: then it need not be read. All are of one collection. */
export async function areStored(parts: Parts, jobs: readonly IngestionJob[]): Promise<boolean[]> {
  const documentIds = jobs.map((job) => idOf(parts, job));
  const { collection } = jobs[0]!;
  const stored = await storedDocuments(parts, collection, documentIds);
  if (stored.size === 0) return jobs.map(() => false);
  const embedder = await ensureCollection(parts, collection);
  const settings = { config: parts.config, embedder, validate: true };
  return jobs.map((job, index) => {
    const { input, sourceHash, force } = job;
    const existing = stored.get(documentIds[index]!);
    if (sourceHash === undefined || force || existing === undefined) return false;
    const source = { sourcePath: input.source };
    const kept = keepDescription(input, { metadata: metadataOf(job), sourceHash, source }, existing);
    return isUnchanged(existing, kept, settings);
  });
}

async function storedDocuments(
  { store }: Parts,
  collection: string,
  documentIds: readonly string[],
): Promise<Map<string, Document>> {
  try {
    const documents = await store.documentsById(collection, documentIds);
    return new Map(documents.map((document) => [document.documentId, document]));
  } catch (error) {
    if (error instanceof CollectionNotFoundError) return new Map();
    throw error;
  }
}

const metadataOf = ({ metadata, input }: IngestionJob) => ownMetadata(metadata, input.metadata);

function idOf({ config }: Parts, job: IngestionJob): string {
  const { input } = job;
  const identity = { metadata: metadataOf(job), identityKeys: config.ingest.identity };
  return identify(input, input.source, identity);
}
