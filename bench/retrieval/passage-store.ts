import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import {
  openKnowledgeBase,
  type ConfigInput,
  type DocumentInput,
  type KnowledgeBase,
} from '../../src/index.ts';
import type { Texts } from '../store/texts.ts';

/** More than the chunker makes one chunk of. */
export const mostPassagesPerChunk = 5;
/** Documents are in one of so many parts, evenly: metadata that filters can ask for. */
export const parts = 1000;
const passagesPerDocument = 20;
const documentsPerCall = 100;

export interface PassageStore {
  readonly folder: string;
  /** Of the store; its collections have as many each. */
  readonly chunks: number;
  /** Any query is routed to all of them. */
  readonly collections: readonly string[];
}

/**
 * Opens a store of passages, made first unless it is there: 20 passages a document, of which the chunker joins short ones.
 * The model is not adapted: that takes long, and a query through an adapted model takes the same steps.
 */
export async function openPassageStore(
  texts: Texts,
  wanted: PassageStore,
  config: ConfigInput = {},
): Promise<KnowledgeBase> {
  const { folder, chunks, collections } = wanted;
  const place = path.join(folder, `${chunks}-in-${collections.length}`);
  if (!existsSync(place)) {
    const unfinished = await openStore(`${place}.unfinished`, collections);
    await fill(unfinished, texts, wanted);
    await unfinished.close();
    await rename(`${place}.unfinished`, place);
  }
  return openStore(place, collections, config);
}

function openStore(
  folder: string,
  collections: readonly string[],
  config: ConfigInput = {},
): Promise<KnowledgeBase> {
  const routing = [{ collections: [...collections] }];
  return openKnowledgeBase({
    store: `sqlite:${folder}`,
    embedding: { adapt: 'off' },
    ...(collections.length > 1 && { retrieval: { routing } }),
    ...config,
  });
}

async function fill(kb: KnowledgeBase, texts: Texts, { chunks, collections }: PassageStore): Promise<void> {
  const counts = new Map(collections.map((collection) => [collection, 0]));
  let documents = 0;
  for (const batch of texts.batches(passagesPerDocument * documentsPerCall)) {
    const [collection, count] = [...counts].reduce((least, one) => (one[1] < least[1] ? one : least));
    if (count >= chunks / collections.length) return;
    const inputs = documentsOf(batch, documents);
    documents += inputs.length;
    const { totalChunks } = await kb.addDocuments(inputs, { collection, returnChunks: false });
    counts.set(collection, count + totalChunks);
  }
}

function documentsOf(passages: readonly string[], first: number): DocumentInput[] {
  const documents: DocumentInput[] = [];
  for (let start = 0; start < passages.length; start += passagesPerDocument) {
    const number = first + documents.length;
    const sections = passages
      .slice(start, start + passagesPerDocument)
      .map((passage, index) => `# Passage ${index + 1}\n\n${passage}`);
    documents.push({
      source: sections.join('\n\n'),
      sourceType: 'text',
      uri: `document-${number}.md`,
      metadata: { part: number % parts },
    });
  }
  return documents;
}
