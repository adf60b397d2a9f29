import { describe, expect, it } from 'vitest';
import type { Embedder } from '../embed/embedder.ts';
import type { Passage } from '../types.ts';
import { createExtractiveGenerator, type ExtractiveOptions } from './extractive.ts';
import type { GeneratorEvent } from './generator.ts';

const harbour = `The harbour office opens at seven. Ships over 40 metres need a pilot. The pilot is ordered by radio.

| Berth | Depth |
|---|---|
| North quay | 9.5 m |
| South quay | 6 m |

- Mooring costs 14 euros a night.
- Water is free.

Who pays for the pilot? The ship pays for the pilot.`;
const history = `History

The lighthouse was built by Agnes Torvald in 1871. It burned down twice. The lighthouse keeper kept goats.`;

/** Every term is equally rare; those of neither text are unknown. */
const idf = (term: string) =>
  [harbour, history].some((text) => text.toLowerCase().includes(term.slice(0, 4))) ? 2 : 0;

function passage(documentId: string, text: string, charStart = 0): Passage {
  const span = { charStart, charEnd: charStart + text.length, text, tokenCount: 0 };
  return {
    collection: 'default',
    documentId,
    chunkIds: [`${documentId}#0000`],
    chunks: [{ chunkId: `${documentId}#0000`, charStart, charEnd: span.charEnd }],
    ...span,
    rank: 1,
    relevanceScore: 0.5,
  };
}

async function ask(
  question: string,
  passages = [passage('harbour', harbour), passage('history', history, 100)],
  { contexts, ...options }: ExtractiveOptions & { contexts?: string[][]; embedder?: Embedder } = {},
): Promise<GeneratorEvent[]> {
  const { embedder, ...rest } = options;
  const generator = createExtractiveGenerator({ idf, embedder }, rest);
  const events: GeneratorEvent[] = [];
  for await (const event of generator.generate({ question, passages, contexts, language: 'en' }))
    events.push(event);
  return events;
}

const texts = (events: readonly GeneratorEvent[]) =>
  events.map((event) => (event.kind === 'claim' ? event.claim.text : event.kind));

/** Finds texts that begin in one way as close to every query as can be, and all others not at all. */
const towards = (wanted: string): Embedder => ({
  modelId: 'test',
  dimensions: 2,
  maxTokens: 100,
  embed: async (list, { role }) =>
    list.map((text) => Float32Array.from(role === 'query' || text.startsWith(wanted) ? [1, 0] : [0, 1])),
});

describe('createExtractiveGenerator', () => {
  it('quotes the sentence that answers, word for word, with its place', async () => {
    const [event, ...more] = await ask('When was the lighthouse built?');
    const charStart = 100 + history.indexOf('The lighthouse was');
    const quote = 'The lighthouse was built by Agnes Torvald in 1871.';
    expect(event).toMatchObject({
      kind: 'claim',
      claim: { text: quote, supports: [{ passage: 1, quote, charStart }] },
    });
    expect(more).toEqual([]);
  });

  it('quotes a table row without its header, and a list item with its marker', async () => {
    expect(texts(await ask('What is the depth of the north quay?'))).toEqual(['| North quay | 9.5 m |']);
    expect(texts(await ask('What does mooring cost a night?'))).toEqual([
      '- Mooring costs 14 euros a night.',
    ]);
  });

  it('looks for the measure where a question names a thing and asks nothing else', async () => {
    const text =
      'The Heron 4 costs €90.\nThe Heron 4 was shipped in 12 crates.\n\n| Heron 4 | Value |\n|---|---|\n| Greatest depth | 60 m |';
    const events = await ask('How deep can the Heron 4 be used?', [passage('a', text)]);
    expect(texts(events)[0]).toBe('| Greatest depth | 60 m |');
  });

  it('reads a row with its header and the caption above it, and quotes no row of another', async () => {
    const table = '| Region | 2025 | 2024 |\n|---|---|---|\n| Group | 84 | 79 |\n| Norway | 12 | 11 |';
    const text = `## Revenue by region\n\n${table}\n\nRevenue of the Group is told by region.`;
    const events = await ask('What was the revenue of the Group in 2025?', [passage('a', text)]);
    expect(texts(events)).toEqual(['| Group | 84 | 79 |']);
  });

  it('quotes the row that is named, of the table that is of a whole year', async () => {
    const rule = '|---|---|---|';
    const text =
      `| Three months ended | June 2025 | June 2024 |\n${rule}\n| Net sales | 21 | 20 |\n\n` +
      `| Years ended | 2025 | 2024 |\n${rule}\n| Net sales growth | 4 % | 5 % |\n| Net sales | 84 | 79 |`;
    const [first] = texts(await ask('What were the net sales in 2025?', [passage('a', text)]));
    expect(first).toBe('| Net sales | 84 | 79 |');
  });

  it('quotes the line of the statement that has to show what is asked for, whatever its caption', async () => {
    const rule = '|---|---|---|';
    const text =
      `## Outlook\n\nCapital spending of 2025 was planned with care.\n\n` +
      `## Consolidated statements of cash flows\n\n| Heron | 2025 | 2024 |\n${rule}\n` +
      `| Net income | 84 | 79 |\n| Purchases of property and equipment | (212) | (190) |`;
    const question = 'What was the capex of Heron in 2025? Give the answer in millions of Dollars.';
    const [first] = texts(await ask(question, [passage('a', text)]));
    expect(first).toBe('| Purchases of property and equipment | (212) | (190) |');
  });

  it('quotes figures that stand in several tables once, from the statement that has to show them', async () => {
    const rule = '|---|---|---|';
    const discussion = `Results of cranes and quays\n\n| Heron | 2025 | 2024 |\n${rule}\n| Operating income | $ 1,795 | $ 3,039 |\n| Other income | 4 | 5 |`;
    const statement =
      `Consolidated Statements of Earnings, $ and shares in millions, except the amounts per share, which are in dollars\n\n` +
      `| Heron | 2025 | 2024 | 2023 |\n|---|---|---|---|\n| Total operating income | 1,795 | 3,039 | 2,391 |`;
    const question = 'What was the operating income of Heron from cranes and quays in 2025?';
    const passages = [passage('a', discussion), { ...passage('a', statement, 900), rank: 9 }];
    expect(texts(await ask(question, passages))).toEqual([
      '| Total operating income | 1,795 | 3,039 | 2,391 |',
    ]);
    const elsewhere = [passages[0]!, { ...passage('b', statement, 900), rank: 9 }];
    expect(texts(await ask(question, elsewhere))[0]).toBe('| Operating income | $ 1,795 | $ 3,039 |');
  });

  it('quotes the row of the measure before rows that it is calculated from', async () => {
    const text =
      `| Heron | 2025 | 2024 |\n|---|---|---|\n| Revenue | 842 | 798 |\n` +
      `| Gross margin, per cent | 44.5 | 43.5 |\n| Cost of sales | 467 | 451 |`;
    const [first] = texts(await ask('What was the gross margin of Heron in 2025?', [passage('a', text)]));
    expect(first).toBe('| Gross margin, per cent | 44.5 | 43.5 |');
  });

  it('abstains where nothing speaks of the measure, by whatever name', async () => {
    const text = 'Employees of Heron may spend 35 euros a night on a present. Heron has 600 employees.';
    const [event] = await ask('What does Heron spend on R&D?', [passage('a', text)]);
    expect(event?.kind).toBe('abstain');
  });

  it('takes one year of a list of years for enough', async () => {
    const text = 'In 2024 Heron acquired the mooring company Kittiwake. Heron was founded in 1990.';
    const question = 'Which companies were acquired by Heron in 2023, 2024 and 2025?';
    const [first] = texts(await ask(question, [passage('a', text)]));
    expect(first).toBe('In 2024 Heron acquired the mooring company Kittiwake.');
  });

  it('quotes what stands in a list rather than the sentence that leads to it', async () => {
    const text = 'The duties of the pilot on the ships are these:\n\n- The pilot steers the ships by radio.';
    const [first] = texts(await ask('What are the duties of the pilot on the ships?', [passage('a', text)]));
    expect(first).toBe('- The pilot steers the ships by radio.');
  });

  it('quotes nothing of a thing of the same name with another number', async () => {
    const text = 'Project Falcon 0 cost 7 million. Project Falcon 1 and 4 cost 90 million.';
    const question = 'How much did Project Falcon 3 cost?';
    expect(texts(await ask(question, [passage('a', text)]))).toEqual(['abstain']);
    const more = `${text} Project Falcon 3 cost 12 million.`;
    expect(texts(await ask(question, [passage('a', more)]))).toEqual(['Project Falcon 3 cost 12 million.']);
  });

  it('quotes no row that says nothing of the year', async () => {
    const table =
      '| Item | 2025 | 2024 |\n|---|---|---|\n| Bank loans | | 4,000 |\n| Net loans | 3,500 | 3,900 |';
    const [first] = texts(await ask('How much are the loans in 2025?', [passage('a', table)]));
    expect(first).toBe('| Net loans | 3,500 | 3,900 |');
  });

  it('prefers what is of the kind that the question asks for', async () => {
    const text = '1. Note the last battery.\n2. Close the lid.\n\nThe battery lasts 11 months.';
    const events = await ask('How long does the battery last?', [passage('a', text)], { maxSentences: 1 });
    expect(texts(events)).toEqual(['The battery lasts 11 months.']);
  });

  it('quotes the answer and not the same question in the text', async () => {
    expect(texts(await ask('Who pays for the pilot?'))).toEqual(['The ship pays for the pilot.']);
  });

  it('never quotes a heading', async () => {
    const events = await ask('What is the warranty period?', [
      passage('a', '## Warranty period\n\nIt is 36 months.'),
    ]);
    expect(texts(events)).toEqual(['It is 36 months.']);
  });

  it('abstains when a term of the question stands nowhere, and shows what came nearest', async () => {
    const [event, ...more] = await ask('Which insurance covers the lighthouse keeper in Norway?');
    expect(more).toEqual([]);
    expect(event?.kind).toBe('abstain');
    expect(event?.kind === 'abstain' && event.nearest[0]?.text).toBe('The lighthouse keeper kept goats.');
  });

  it.each(['', 'What is it?', '???'])('abstains on %o, which asks for nothing', async (question) => {
    expect(texts(await ask(question))).toEqual(['abstain']);
  });

  it('abstains without passages', async () => {
    expect(await ask('Anything?', [])).toEqual([{ kind: 'abstain', nearest: [] }]);
  });

  it('takes the subject from title and headings', async () => {
    const passages = [passage('a', 'Notice must be given three months ahead.')];
    const question = 'What notice must be given under the Kelso lease?';
    expect(texts(await ask(question, passages))).toEqual(['abstain']);
    expect(texts(await ask(question, passages, { contexts: [['Kelso lease']] }))).toEqual([
      'Notice must be given three months ahead.',
    ]);
  });

  it('answers from several documents, each in the order of its text, the best document first', async () => {
    const first = passage(
      'a',
      'The pump was repaired in May. Lunch was late. The pump was repaired again in June.',
    );
    const second = passage('b', 'Engineers repaired the pump in July.');
    const events = await ask('When was the pump repaired?', [first, second], { closeness: 0.7 });
    expect(texts(events)).toEqual([
      'The pump was repaired in May.',
      'The pump was repaired again in June.',
      'Engineers repaired the pump in July.',
    ]);
  });

  it('quotes a sentence once that stands in several documents, with each of them as a source', async () => {
    const text = 'The pump was repaired in May.';
    const twin = `Lunch was late.\n\n${text.replace(' in ', '\n in ')}`;
    const events = await ask('When was the pump repaired?', [passage('a', text), passage('b', twin)]);
    expect(texts(events)).toEqual([text]);
    const [event] = events;
    expect(event?.kind === 'claim' && event.claim.supports.map((support) => support.passage)).toEqual([0, 1]);
  });

  it('quotes a sentence once where passages overlap, and at most as many as it may', async () => {
    const text = 'The pump was repaired in May.';
    expect(texts(await ask('When was the pump repaired?', [passage('a', text), passage('a', text)]))).toEqual(
      [text],
    );
    const many = Array.from(
      { length: 9 },
      (_, index) => `The pump was repaired in ${1990 + index} by crew ${index}.`,
    );
    const events = await ask('When was the pump repaired?', [passage('a', many.join('\n\n'))], {
      maxSentences: 2,
      closeness: 0.1,
    });
    expect(events).toHaveLength(2);
  });

  it('is less sure of a sentence that the embedder finds no closer to the question than others', async () => {
    const question = 'When was the lighthouse built?';
    const confidences: number[] = [];
    for (const wanted of ['Water', 'The lighthouse was']) {
      const [event] = await ask(question, undefined, { embedder: towards(wanted) });
      if (event?.kind === 'claim') confidences.push(event.claim.confidence);
    }
    expect(confidences).toHaveLength(2);
    expect(confidences[1]).toBeGreaterThan(confidences[0] ?? 1);
  });

  it('stops when asked to', async () => {
    const generator = createExtractiveGenerator({ idf });
    const request = { question: 'When?', passages: [], signal: AbortSignal.abort(new Error('enough')) };
    await expect(generator.generate(request)[Symbol.asyncIterator]().next()).rejects.toThrow('enough');
  });
});
