import { StoreError } from '../errors.ts';

/** What a call on a closed store ends in. */
export const closed = (location: string, cause: unknown): StoreError =>
  new StoreError(`The knowledge base is closed, and with it the store at ${location}.`, {
    hint: 'Open it again with openKnowledgeBase.',
    context: { location },
    cause,
  });
