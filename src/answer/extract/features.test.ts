import { expect, it } from 'vitest';
import type { Passage } from '../../types.ts';
import { measureCandidates } from './extractive.ts';
import { featureAt, type FeatureName } from './features.ts';

const passage = (text: string): Passage => ({
  collection: 'default',
  documentId: 'terms',
  chunkIds: ['terms#0000'],
  chunks: [{ chunkId: 'terms#0000', charStart: 0, charEnd: text.length }],
  charStart: 0,
  charEnd: text.length,
  text,
  tokenCount: 20,
  rank: 1,
  relevanceScore: 0.8,
});

async function measured(question: string, text: string, title = ''): Promise<(name: FeatureName) => number> {
  const request = { question, passages: [passage(text)], contexts: [[title]] };
  const [first] = await measureCandidates(request, {
    idf: () => 1,
    wordVectors: () => () => undefined,
  });
  return (name) => first!.features[featureAt(name)]!;
}

it('asks no sentence for the words that name its document', async () => {
  const question = 'Under the Skelland Berthing Terms, what is the fee?';
  const sentence = 'The fee falls due in spring.';
  expect((await measured(question, sentence, 'Skelland Berthing Terms'))('own')).toBe(1);
  expect((await measured(question, sentence, 'Harvest Report'))('own')).toBeLessThan(0.5);
});

it('sees a full name also where it opens the sentence, and none in a title of a post', async () => {
  const question = 'Who keeps the harbour?';
  expect((await measured(question, 'Rory Macklin keeps the harbour.'))('fullName')).toBe(1);
  expect((await measured(question, 'The Harbour keeps its boats.'))('fullName')).toBe(0);
});
