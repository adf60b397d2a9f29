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

interface Given {
  readonly title: string;
  readonly text: string;
}

/** What a feature is of the one sentence of each document. */
async function measuredAll(question: string, documents: readonly Given[]): Promise<Reader[]> {
  const request = {
    question,
    passages: documents.map(({ title, text }) => ({ ...passage(text), documentId: title })),
    contexts: documents.map(({ title }) => [title]),
  };
  const candidates = await measureCandidates(request, { idf: () => 1, wordVectors: () => () => undefined });
  return candidates.map(
    ({ features }) =>
      (name) =>
        features[featureAt(name)]!,
  );
}

type Reader = (name: FeatureName) => number;

const measured = async (question: string, text: string, title = ''): Promise<Reader> =>
  (await measuredAll(question, [{ title, text }]))[0]!;

it('quotes no pictures of Markdown without words', async () => {
  const rows = '| Pump | Tank |\n| --- | --- |\n| ![pump](pump.png) | ![tank](tank.png) |\n| 5 l | 9 l |';
  const text = `![The pump](images/pump.png)\n\n${rows}\n\nSee ![the pump](pump.png) for what it is.`;
  expect(await measuredAll('What is the pump?', [{ title: 'Pumps', text }])).toHaveLength(2);
});

it('takes no row that has nothing in the column that is asked for', async () => {
  const text = '| | Alpha | Beta |\n|---|---|---|\n| Warranty | | 4 years |\n| Weight | 3 kg | 5 kg |';
  const rowsFor = async (question: string) =>
    (await measuredAll(question, [{ title: 'Pumps', text }])).length;
  expect(await rowsFor('How long is the warranty of Alpha?')).toBe(1);
  expect(await rowsFor('How long is the warranty of Beta?')).toBe(2);
  expect(await rowsFor('How long is the warranty?')).toBe(2);
});

const count = async (text: string) =>
  (await measuredAll('How many robberies were there?', [{ title: 'Arrests', text }])).length;

it('takes rows and lines whose name dots lead to the value, and no form to be filled in', async () => {
  const dots = '. '.repeat(12);
  expect(
    await count(`| Offense | Total |\n|---|---|\n| Robbery${dots} | 102.1 |\n| Fraud${dots} | (4) |`),
  ).toBe(2);
  expect(await count(`| Index | |\n|---|---|\n| Robbery${dots}9, 18 | Rape${dots}15 |`)).toBe(0);
  expect(await count(`Robberies in the year ${dots} 102.1 thousand of all.`)).toBe(1);
  expect(await count(`Name of the robber: ${dots}`)).toBe(0);
});

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

it('sees which document a question names, and which is only called like it', async () => {
  const text = 'The tide turns at noon.';
  const titles = ['Skelland', 'Upper Skelland', 'Skellandshire Isles', 'Harvest Report'];
  const documents = titles.map((title) => ({ title, text }));
  const gaps = async (question: string): Promise<number[]> =>
    (await measuredAll(question, documents)).map((feature) => feature('namedGap'));
  const [skelland, upper, isles, harvest] = await gaps('When does the tide turn at Skelland?');
  expect(skelland).toBe(0);
  expect(upper).toBeLessThan(0);
  expect(isles).toBeLessThan(upper!);
  expect(harvest).toBe(isles);
  expect(await gaps('When does the tide turn?')).toEqual([0, 0, 0, 0]);
});

it('sees what is named by all that is asked and by nothing else', async () => {
  const text = 'Deposit: 500 EUR\n\nDeposit for keys: 20 EUR\n\nKeys — to be agreed';
  const lines = await measuredAll('How much is the deposit?', [{ title: 'Lease', text }]);
  expect(lines.map((feature) => feature('labelFit'))).toEqual([1, 0.5, 0]);
  expect(lines.map((feature) => feature('labelGap'))).toEqual([0, -0.5, -1]);
});

it('sees which rows have a column of what is asked', async () => {
  const text = '| Model | Weight | Maker |\n|---|---|---|\n| Otter | 3 kg | Norvane |';
  const column = async (question: string) => (await measured(question, text, 'Lamps'))('column');
  expect(await column('What is the weight of the Otter?')).toBe(1);
  expect(await column('What colour is the Otter?')).toBe(0);
});
