import type { KnowledgeBase } from '../../../index.ts';

/** What to say where nothing is found because there is nothing, as after an `add` that was stopped. */
export async function describeEmptiness(kb: KnowledgeBase, collection: string): Promise<string[]> {
  const stored = (await kb.collections()).find(({ name }) => name === collection);
  return stored?.documentCount === 0
    ? [`The collection "${collection}" is empty. Add documents to it with \`pincite add\`.`]
    : [];
}
