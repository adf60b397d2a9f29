import type { AddOptions, AddResponse, DocumentInput, KnowledgeBase } from '../src/index.ts';

/** Adds documents, and waits until the model has learned from them. */
export async function indexAll(
  kb: KnowledgeBase,
  inputs: readonly (string | DocumentInput)[],
  collection?: string,
): Promise<AddResponse> {
  const options: AddOptions = { collection, returnChunks: false };
  const response = await kb.addDocuments(inputs, options);
  if (response.adapting) await kb.adapt({ collection });
  return response;
}
