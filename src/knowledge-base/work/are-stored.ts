import { ensureCollection } from '../parts/embedders.ts';
import type { IngestionTask } from './ingestion-task.ts';
import { identify } from '../add/inputs.ts';
import { isUnchanged, keepDescription, sourceName, storedById } from '../add/locate.ts';
import { ownMetadata } from '../add/own-metadata.ts';
import type { Parts } from '../parts/parts.ts';

/** Whether the file of each task, as it was queued, is in the store: then it need not be read. All are of one collection. */
export async function areStored(parts: Parts, tasks: readonly IngestionTask[]): Promise<boolean[]> {
  const documentIds = tasks.map((task) => idOf(parts, task));
  const { collection } = tasks[0]!;
  const stored = await storedById(parts, collection, documentIds);
  if (stored.size === 0) return tasks.map(() => false);
  const embedder = await ensureCollection(parts, collection);
  const settings = { config: parts.config, embedder, validate: true };
  return tasks.map((task, index) => {
    const { input, sourceHash, force } = task;
    const existing = stored.get(documentIds[index]!);
    if (sourceHash === undefined || force || existing === undefined) return false;
    const source = { sourcePath: sourceName(input) };
    const kept = keepDescription(input, { metadata: metadataOf(task), sourceHash, source }, existing);
    return isUnchanged(existing, kept, settings);
  });
}

const metadataOf = ({ metadata, input }: IngestionTask) => ownMetadata(metadata, input.metadata);

function idOf({ config }: Parts, task: IngestionTask): string {
  const { input } = task;
  const identity = { metadata: metadataOf(task), identityKeys: config.ingest.identity };
  return identify(input, sourceName(input), identity);
}
