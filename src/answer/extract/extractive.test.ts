import { describe, expect, it } from 'vitest';
import { collect } from '../../../test/support/collect.ts';
import { openKnowledgeBase, type CitedAnswer } from '../../index.ts';
import type { Passage } from '../../types.ts';
import { createExtractiveGenerator } from './extractive.ts';

/** Texts of a firm that no training document has; each `it` is about a kind of mistake, not about its sentences. */
const filler = [
  'Ferrywell Holdings builds and runs ferries on the western lochs. The quay at Tarrow was dredged in spring.',
  'The directors thank the crews for their work in a hard winter. Two boats were out of service for repairs.',
  'Passengers may book by telephone, at the counter or on board. Dogs travel free of charge on all routes.',
];

async function ask(question: string, lines: readonly string[], certainty?: number): Promise<CitedAnswer> {
  await using kb = await openKnowledgeBase({
    store: 'sqlite::memory:',
    ...(certainty === undefined ? {} : { answer: { certainty } }),
  });
  await kb.addDocuments([
    {
      source: [...filler.slice(0, 2), ...lines, filler[2]!].join('\n\n'),
      sourceType: 'text',
      documentId: 'report',
      title: 'Ferrywell Holdings, report',
    },
  ]);
  return await kb.ask(question);
}

const berthing = (days: number) => `The boat may stay at the quay for at most ${days} days.`;

const first = ({ answered, citations }: CitedAnswer): string | undefined =>
  answered ? citations[0]!.quote : undefined;

const duesOver = (heads: string): string[] => [
  'Results of 2025',
  `| | ${heads} |\n| --- | --- | --- |\n| Dues paid | 722 | 640 |`,
];

const askDuesOf2019 = (years: string): Promise<CitedAnswer> =>
  ask('How high were the dues paid in 2019?', duesOver(years));

async function answersShares(said: string): Promise<boolean> {
  await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  const source = `# Report\n\n${filler.join('\n\n')}\n\n${said}`;
  await kb.addDocuments([{ source: Buffer.from(source), sourceType: 'binary', uri: 'report.md' }]);
  return (await kb.ask('How many shares are issued to the founder?')).answered;
}

/** The cell that answers from a table. */
async function cellOf(question: string, table: string): Promise<string | undefined> {
  const { answered, citations } = await ask(question, [table]);
  return answered ? citations[0]!.cell?.quote : undefined;
}

describe('an answer without a model', () => {
  it('has all words of a question that is answered by yes or no', async () => {
    const lines = [
      'The harbour plans may be shown to the members of the board.',
      'Harbour plans include the depths of the channel and the positions of the lights.',
    ];
    expect(first(await ask('May the harbour plans be shown to the board?', lines))).toBe(lines[0]);
    expect(first(await ask('May the harbour plans be copied?', lines))).toBeUndefined();
    expect(first(await ask('Do the harbour plans include the depths?', lines))).toBe(lines[1]);
    expect(first(await ask('Do the harbour plans include the wrecks?', lines))).toBeUndefined();
  });

  it('says that something may or must not be where that is asked, in whatever words', async () => {
    const asked: [question: string, said: string, beside: string][] = [
      [
        'Is the burning of driftwood allowed?',
        'Nobody shall burn driftwood on the beach.',
        'Burning driftwood smells of salt.',
      ],
      [
        'Is reverse engineering of the buoys forbidden?',
        'The buoys may be reverse engineered for repairs.',
        'Reverse engineering shows how the buoys work.',
      ],
    ];
    for (const [question, said, beside] of asked) {
      expect(first(await ask(question, [beside, said]))).toBe(said);
      expect(first(await ask(question, [beside]))).toBeUndefined();
    }
  });

  it('names who holds a post, not who has left it', async () => {
    const lines = [
      'Agnes Tolland stepped down as harbour master after nine years.',
      'Rory Macklin is the harbour master.',
      'The harbour master keeps the log of all arrivals.',
    ];
    expect(first(await ask('Who is the harbour master?', lines))).toBe(lines[1]);
  });

  it.each([
    ['How much is the rent?', 'The tenant pays 2,400 pounds a month, in advance.'],
    ['How long is the term?', 'All of this begins on 1 March 2024 and runs for five years.'],
  ])('stands under the title that says what is asked: %s', async (question, expected) => {
    const lines = [
      '1. TERM',
      'All of this begins on 1 March 2024 and runs for five years.',
      '2. RENT',
      'The tenant pays 2,400 pounds a month, in advance.',
      '3. LAW',
      'The law of Scotland applies.',
    ];
    expect(first(await ask(question, lines))).toBe(expected);
  });

  it('is not given to a follow-up by what answers the question before alone', async () => {
    const lines = ['Rory Macklin is the harbour master.', 'In winter two boats sail.'];
    expect(first(await ask('Who? (harbour master)', lines))).toBe(lines[0]);
    expect(first(await ask('And at night? (harbour master)', lines))).toBeUndefined();
  });

  it('is not given to a follow-up by the row of the question before, in a table that has the new name often', async () => {
    const boats = ['Skua', 'Petrel', 'Gannet', 'Shearwater'];
    const rows = boats.flatMap((boat, at) =>
      Array.from(
        { length: 40 },
        (_, trip) => `| ${boat} ${trip} | Ada Finch and ${boats[(at + 1) % 4]} crew | ${trip + 3} |`,
      ),
    );
    const table = ['| Trip | Written down by | Hours |', '| --- | --- | --- |', ...rows].join('\n');
    const { answered, citations } = await ask('And the Gannet? (wrote Skua 7)', [table]);
    if (answered) expect(citations[0]!.quote).toContain('Gannet');
    expect(citations.filter(({ quote }) => !quote.includes('Gannet'))).toEqual([]);
  });

  it('says what was found out, not that it was to be found out', async () => {
    const lines = [
      'We wanted to find out whether grease reduces the wear of the crane.',
      'Grease clearly reduces the wear of the harbour crane.',
    ];
    expect(first(await ask('Does grease reduce the wear of the crane?', lines))).toBe(lines[1]);
  });

  it('is not given where the post stands in the name of another thing only', async () => {
    const lines = [
      'Ferrywell joined the Harbour Master Pledge for clean water.',
      'The Harbour Master Cup was sailed in June.',
      'Duties of the harbour master are in section 4.',
    ];
    expect(first(await ask('Who is the harbour master of Ferrywell?', lines))).toBeUndefined();
  });

  it('is not given where somebody is asked about whom no document names', async () => {
    const lines = ['The harbour master of the company is Rory Macklin.'];
    const answer = await ask('Who is the harbour master of Quorvane?', lines);
    expect(first(answer)).toBeUndefined();
    expect(answer.certainty).toBeLessThan(0.2);
  });

  it.each([30, 99, 150, 365])('is a notice of %i days where somebody asks when', async (days) => {
    const line = `The charterer may end the contract on ${days} days' notice.`;
    expect(first(await ask('When may the charterer end the contract?', [line]))).toBe(line);
  });

  it('is the statement, not the hedge beside it', async () => {
    const lines = [
      'Ferrywell considers from time to time whether to charter vessels, depending on demand.',
      'Ferrywell does not charter vessels.',
      'If vessels were chartered, costs might rise.',
    ];
    expect([lines[1], undefined]).toContain(first(await ask('Does Ferrywell charter vessels?', lines)));
  });

  it('is the count, not a share of what is counted', async () => {
    const lines = ['In the survey, 81% of our deckhands were content.', 'Ferrywell has 412 deckhands.'];
    expect((await ask('How many deckhands does Ferrywell have?', lines)).citations[0]!.quote).toBe(lines[1]);
    const shares = ['In fiscal 2022, 79% of our deckhands took part.', lines[0]!];
    for (const share of shares)
      expect(first(await ask('How many deckhands does Ferrywell have?', [share]))).toBeUndefined();
  });

  it('is the whole and not a part, and nothing where the year is not there', async () => {
    const table = [
      'Results of Ferrywell (in thousands of pounds)',
      '',
      '| | 2021 | 2020 |',
      '| --- | --- | --- |',
      '| Freight turnover | 4,120 | 3,980 |',
      '| Turnover | 11,730 | 10,440 |',
      '| Fuel | 2,210 | 2,070 |',
    ].join('\n');
    const answer = await ask("What was Ferrywell's turnover in 2021?", [table]);
    expect(first(answer)).toBe('| Turnover | 11,730 | 10,440 |');
    expect(answer.citations[0]!.quoteContext).toContain('| | 2021 | 2020 |');
    expect(answer.citations[0]!.quoteCaption).toBe('Results of Ferrywell (in thousands of pounds)');
    expect(first(await ask("What was Ferrywell's turnover in 2027?", [table]))).toBeUndefined();
  });

  it.each(['What is 3+5?', 'What is the capital of Peru?', 'Hello', '?', ''])(
    'is not given to %j',
    async (question) => {
      const lines = [
        '3. Press the bell five times before casting off.',
        'The capital of the company is 5 million pounds.',
      ];
      if (question.trim() === '') await expect(ask(question, lines)).rejects.toThrow(/query/);
      else expect(first(await ask(question, lines))).toBeUndefined();
    },
  );

  it.each([
    [
      'de',
      'Wie lange ist die Stornofrist?',
      'Die Stornofrist beträgt sechs Tage.',
      'Während der Stornofrist ruht der Vertrag.',
    ],
    [
      'fr',
      'Quel est le délai de réservation ?',
      'Le délai de réservation est de 12 jours.',
      'Pendant ce délai, le bateau reste à quai.',
    ],
    [
      'es',
      '¿Cuál es el plazo de reserva?',
      'El plazo de reserva es de 12 días.',
      'Durante el plazo el barco queda en el muelle.',
    ],
    ['zh', '预订期限是多少天？', '预订期限为12天。', '在预订期限内，船只停靠在码头。'],
    ['zh', '预订期限有多长？', '预订期限为12天。', '在预订期限内，船只停靠在码头。'],
    ['ar', 'كم مدة الحجز؟', 'مدة الحجز 12 يوما.', 'خلال هذه المدة يبقى القارب في الميناء.'],
  ])('is given in the language of the documents: %s', async (_language, question, answer, other) => {
    await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
    await kb.addDocuments([{ source: `${other}\n\n${answer}`, sourceType: 'text', documentId: 'terms' }]);
    expect(first(await kb.ask(question))).toBe(answer);
  });

  it('says how probable it is, and is given from the probability on that the setting asks for', async () => {
    const lines = ['Rory Macklin is the harbour master.'];
    const { certainty = 0, answered } = await ask('Who is the harbour master?', lines);
    expect({ answered, isSure: certainty > 0.5 && certainty < 1 }).toEqual({ answered: true, isSure: true });
    expect((await ask('Who is the harbour master?', lines, 1)).answered).toBe(false);
    const nothing = await ask('Who paints the buoys?', lines, 0);
    expect(nothing.certainty).toBeLessThan(0.5);
  });

  it('takes the items of a list together with the line that leads in to it', async () => {
    const lines = ['The crew of the Tarrow ferry consists of:\n\n- a skipper\n- a mate\n- two deckhands'];
    const { answered, claims } = await ask('Who is in the crew of the Tarrow ferry?', lines, 0.3);
    expect(answered).toBe(true);
    expect(claims.map(({ text }) => text).join(' ')).toContain('two deckhands');
  });

  it('has all items of a list, also long ones of several sentences and what stands behind them', async () => {
    const long = `b. a mate. ${'The mate keeps the log and counts the passengers of each trip. '.repeat(6)}`;
    const list = [
      'The crew of the Tarrow ferry consists of:',
      'a. a skipper',
      long.trim(),
      'c. two deckhands',
    ];
    const { claims, warnings } = await ask('Who is in the crew of the Tarrow ferry?', [list.join('\n')], 0.3);
    expect(claims.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['b. a mate.', 'c. two deckhands']),
    );
    expect(warnings).toEqual([]);
  });

  it('quotes the sentence before with one that is about it', async () => {
    const line = 'The Skua permit was issued to Ada Finch in Tarrow. It expires on 3 May 2031.';
    const { answered, citations } = await ask('When does the Skua permit expire?', [line]);
    expect([answered, citations.map(({ quote }) => quote)]).toEqual([true, [line]]);
    const { citations: nearest } = await ask('When does the Skua permit expire?', [line], 0.99);
    expect(nearest.filter(({ quote }) => quote.includes('Ada Finch'))).toHaveLength(1);
  });

  it('quotes the sentence behind with one that it limits, or that it says of another case', async () => {
    const limited = 'A mooring fee is paid back within 20 days. This does not apply to boats that owe dues.';
    expect(first(await ask('Within how many days is a mooring fee paid back?', [limited]))).toBe(limited);
    const cases = 'The notice period for a berth is three months. For fishermen it is one month.';
    expect(first(await ask('What is the notice period for a berth?', [cases]))).toBe(cases);
    expect(first(await ask('What is the notice period for fishermen?', [cases]))).toBe(cases);
  });

  it('is not what is only planned where the past is asked for, but a figure of it with what is planned', async () => {
    const planned = 'The manager said that she expected the new crane to start in June.';
    expect(first(await ask('When did the new crane start?', [planned]))).toBeUndefined();
    expect(first(await ask('When is the new crane expected to start?', [planned]))).toBe(planned);
    const figure = 'The debt for the crane was 4 million euros and is expected to be repaid over ten years.';
    expect(first(await ask('How high was the debt for the crane?', [figure]))).toBe(figure);
    const opened = 'The new crane opened on 3 May 2024.';
    expect(first(await ask('When did the new crane open?', [opened]))).toBe(opened);
  });

  it('is what defines the term whose meaning is asked for, not what it is not', async () => {
    const others = [
      'The harbour is in Tarrow.',
      'Each Party and its Affiliates keep the pier.',
      'Dues are paid in May.',
    ];
    const means =
      'In this agreement “Affiliates” means entities that control a Party, are controlled by it or are under common control with it, and the entities of the harbour.';
    const not = 'Affiliates do not include the following:';
    for (const question of [
      'What does “Affiliates” mean?',
      'What are affiliates?',
      'What counts as affiliates?',
    ])
      expect(first(await ask(question, [not, '- the state', '- the town', ...others, means]))).toBe(means);
  });

  it('is no definition of anything else than what is asked for', async () => {
    const others = ['The harbour is in Tarrow.', 'Dues are paid in May.'];
    const means = '1. Confidential Information: means all plans of the harbour.';
    for (const question of [
      'For which purposes may confidential information be used?',
      'Which employees may see confidential information?',
      'How must confidential information be protected?',
    ])
      expect(first(await ask(question, [means, ...others]))).toBeUndefined();
    expect(first(await ask('What is confidential information?', [means, ...others]))).toBe(means);
    const law = '“Applicable Law” means the law of Norway.';
    expect(first(await ask('Which law is applicable?', [law, ...others]))).toBe(law);
  });

  it('is of nothing else than that of which something is asked', async () => {
    const hull = 'The guarantee for the hull is ten years.';
    const lines = [
      hull,
      'Dues are paid in May.',
      'A market share of 11 % in Tarrow is reported.',
      'The mast is of larch.',
    ];
    expect(first(await ask('How long is the guarantee for the hull?', lines))).toBe(hull);
    expect(first(await ask('How long is the guarantee for the mast?', lines))).toBeUndefined();
    const notice = 'The notice period is three months.';
    expect(first(await ask('What is the notice period of the contract?', [notice, ...lines]))).toBe(notice);
    const elsewhere = [...lines, 'Two boats sail to Skelland.'];
    expect(first(await ask('What is the market share in Tarrow?', elsewhere))).toBe(lines[2]);
    expect(first(await ask('What is the market share in Skelland?', elsewhere))).toBeUndefined();
  });

  it('is of no other document than the one that the question ends with, and of none for a code that none has', async () => {
    await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
    const [one, other] = ['The pump pressure is 15 bar.', 'The tank holds 2 litres.'];
    for (const [title, source] of [
      ['Manual of the Brio X1', one],
      ['Manual of the Brio X2', other],
    ] as const)
      await kb.addDocuments([{ source, sourceType: 'text', documentId: title, title }]);
    expect(first(await kb.ask('What is the pump pressure of the Brio X1?'))).toBe(one);
    expect(first(await kb.ask('What is the pump pressure of the Brio X2?'))).toBeUndefined();
    const insured = ['Policy HP-5521 has these terms.', 'Sum insured: 60,000 euros.'];
    expect(first(await ask('What is the sum insured of policy HP-5521?', insured))).toBe(insured[1]);
    expect(first(await ask('What is the sum insured of policy HP-5522?', insured))).toBeUndefined();
  });

  it('is no currency and no month where a person or a place is asked for', async () => {
    expect(first(await ask('Who is the insurer?', ['Sum insured: EUR 60,000.']))).toBeUndefined();
    const inspected = 'The inspection of the crane is done by SOS.';
    expect(first(await ask('Who does the inspection of the crane?', [inspected]))).toBe(inspected);
    const minutes = 'The minutes of the meeting of 15 February 2024 were approved.';
    expect(first(await ask('Where was the meeting of 15 February 2024?', [minutes]))).toBeUndefined();
    const title = 'Project Osprey: status of 30 April.';
    expect(first(await ask('Who is the sponsor of Osprey?', [title]))).toBeUndefined();
  });

  it('takes no document for a source of a sentence that it says of something else', async () => {
    const permits = ['The Skua permit was issued to Ada Finch.', 'The Gannet permit was issued to Bob Hill.'];
    const lines = permits.map((permit) => `${permit} It expires on 3 May 2031.`);
    await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
    await kb.addDocuments(lines.map((source, at) => ({ source, sourceType: 'text', documentId: `${at}` })));
    const { citations } = await kb.ask('When does the Skua permit expire?');
    expect(citations.map(({ quote }) => quote)).toEqual([lines[0]]);
  });

  it('has all steps of a section whose title is what is asked, with what stands between them', async () => {
    const steps = [
      '1. Open the hatch:',
      '- turn the key',
      '2. Lift it.',
      'It is heavy. It squeaks.',
      '3. Close it.',
    ];
    const said = async (question: string, over: readonly string[], certainty?: number) => {
      const lines = [...over, ...steps, '## Paint', '4. Paint dries at noon.', '5. It is red.'];
      const { claims, warnings } = await ask(question, [lines.join('\n\n')], certainty);
      expect(warnings).toEqual([]);
      return claims.map(({ text }) => text);
    };
    const quoted = [...steps.slice(0, 3), 'It is heavy.', 'It squeaks.', steps[4]];
    expect(await said('How do I lift a seat?', ['## Lift a seat'])).toEqual(quoted);
    const before = 'It is done in winter.';
    expect(await said('How do I lift a seat?', ['## Lift a seat', before])).toEqual([before, ...quoted]);
    const leadIn = 'A seat is lifted as follows:';
    expect(await said('How is a seat lifted?', [leadIn])).toEqual([leadIn, ...quoted]);
  });

  it('says that steps go on, in their passage or behind that', async () => {
    const goesOn = [expect.stringContaining('The list goes on')];
    const steps = Array.from(
      { length: 14 },
      (_, index) => `${index + 1}. Turn the ${'ABCDEFGHIJKLMN'[index]} key.`,
    );
    const question = 'How do I reset the clock?';
    const text = (count: number) => ['## Reset the clock', ...steps.slice(0, count)].join('\n');
    expect((await ask(question, [text(14)])).warnings).toEqual(goesOn);
    expect((await ask(question, [text(9)])).warnings).toEqual([]);

    await using kb = await openKnowledgeBase({
      store: 'sqlite::memory:',
      answer: { certainty: 0.3 },
      chunking: { chunkSize: 40, overlap: 0 },
    });
    await kb.addDocuments([{ source: text(9), sourceType: 'text', documentId: 'clock' }]);
    const opening = { whereDocument: { $contains: steps[0]! }, contextWindow: 0 };
    const cut = await kb.ask(question, opening);
    expect([cut.answered, cut.claims.length < 9, cut.warnings]).toEqual([true, true, goesOn]);
  });

  it('quotes one clause alone that says how something is', async () => {
    const clauses = [
      '1. The board is elected by all members.',
      '2. Boats are moored at the quay.',
      '3. Dues are paid by card.',
    ];
    const { claims } = await ask('How are dues paid?', [['# Rules', ...clauses].join('\n\n')]);
    expect(claims.map(({ text }) => text)).toEqual([clauses[2]]);
  });

  it('ends a list before the next heading, and before the item beside the one that leads in to it', async () => {
    const lines = ['(2) The crew of the Tarrow ferry consists of:', '1. a skipper', '2. a mate'];
    const behind = ['(3) The crew of the Orle ferry consists of:', '## Wages', '3. a cook'];
    for (const line of behind.slice(0, 2)) {
      const text = [...lines, line, '3. a cook'].join('\n\n');
      const { claims, warnings } = await ask('Who is in the crew of the Tarrow ferry?', [text], 0.3);
      expect([claims.map((claim) => claim.text), warnings]).toEqual([lines, []]);
    }
  });

  it('says that a list goes on, in its passage or behind that', async () => {
    const goesOn = [expect.stringContaining('The list goes on')];
    const items = Array.from({ length: 14 }, (_, index) => `- a ship called ${'ABCDEFGHIJKLMN'[index]}`);
    const list = ['The Tarrow fleet consists of:', ...items].join('\n');
    const { claims, warnings } = await ask('What is in the Tarrow fleet?', [list], 0.3);
    expect(claims).toHaveLength(11);
    expect(warnings).toEqual(goesOn);

    await using kb = await openKnowledgeBase({
      store: 'sqlite::memory:',
      answer: { certainty: 0.3 },
      chunking: { chunkSize: 40, overlap: 0 },
    });
    const source = `${filler[1]}\n\n${list}`;
    await kb.addDocuments([{ source, sourceType: 'text', documentId: 'fleet' }]);
    const opening = { whereDocument: { $contains: 'consists of' }, contextWindow: 0 };
    const cut = await kb.ask('What is in the Tarrow fleet?', opening);
    expect(cut.claims.length).toBeLessThan(11);
    expect(cut.warnings).toEqual(goesOn);
  });

  it('is of the document that the question names', async () => {
    await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
    await kb.addDocuments(
      Object.entries({ Tarrow: 12, Skelland: 30 }).map(([quay, days]) => ({
        source: `${filler.join('\n\n')}\n\n${berthing(days)}`,
        sourceType: 'text',
        documentId: quay,
        title: `${quay} Berthing Terms`,
      })),
    );
    const allowed = async (quay: string) =>
      first(await kb.ask(`Under the ${quay} Berthing Terms, how long may a boat stay at the quay?`));
    expect(await allowed('Skelland')).toBe(berthing(30));
    expect(await allowed('Tarrow')).toBe(berthing(12));
  });

  it('shows the same words once where another format has other marks and quotation marks', async () => {
    await using kb = await openKnowledgeBase({ store: 'sqlite::memory:', answer: { certainty: 0.99 } });
    const formats = [
      '- The “Skua” takes its permit from `skua.csv` in May.',
      '* The "Skua" takes its permit from skua.csv in May.',
    ];
    await kb.addDocuments(
      formats.map((item, at) => ({
        source: [...filler, item].join('\n\n'),
        sourceType: 'text',
        uri: `${at}.txt`,
      })),
    );
    const { answered, citations } = await kb.ask('When does the Skua permit expire?');
    expect(answered).toBe(false);
    expect(citations.filter(({ quote }) => quote.includes('takes its permit'))).toHaveLength(1);
  });

  it('shows the nearest places also where the question has no word but those that name the document', async () => {
    const { answered, citations } = await ask('What is the zorbing of Ferrywell?', [
      'Ferrywell has four boats.',
    ]);
    expect(answered).toBe(false);
    expect(citations.length).toBeGreaterThan(0);
  });

  it('shows no nearest place that says nothing beside the question: the line over a list, a heading in the text', async () => {
    const lines = ['The berthing rules include:\n\n- no fires\n- no fishing', 'Berthing rules.'];
    const { answered, citations } = await ask('Which berthing rules hold on a Sunday in winter?', lines, 1);
    expect(answered).toBe(false);
    expect(citations.length).toBeGreaterThan(0);
    const quotes = citations.map(({ quote }) => quote);
    expect(quotes).not.toContain('The berthing rules include:');
    expect(quotes).not.toContain('Berthing rules.');
  });

  it('shows a further nearest place where it is at least a tenth as probable as the first', async () => {
    const sentences = ['Ferries are loaded here.', 'Ferries are painted here.', 'Ferries are sold here.'];
    const text = sentences.join(' ');
    const passage = { text, documentId: 'a', collection: 'default', charStart: 0, charEnd: text.length };
    const nearestOf = async (probabilities: readonly number[]) => {
      const scorer = { score: () => [...probabilities] };
      const generator = createExtractiveGenerator({
        scorer,
        idf: () => 1,
        wordVectors: () => () => new Float32Array(),
      });
      const passages = [
        { ...passage, rank: 1, chunkIds: ['a#0000'], tokenCount: 12 },
      ] as unknown as Passage[];
      const events = await collect(generator.generate({ question: 'Where are ferries built?', passages }));
      return events.flatMap((event) =>
        event.kind === 'abstain' ? event.nearest.map(({ text: said }) => said) : [],
      );
    };
    expect(await nearestOf([0.2, 0.021, 0.3])).toEqual([sentences[2], sentences[0]]);
    expect(await nearestOf([0.3, 0.3, 0.3])).toEqual(sentences);
    expect(await nearestOf([0.01, 0.0005, 0])).toEqual([sentences[0]]);
  });

  it('is no amount where a date is asked for, and no line that leads in to nothing', async () => {
    const lines = [
      'Dues of €2.54 for 2025 are paid on top.',
      'When dues for 2025 are paid, the board decides:',
    ];
    const { citations, certainty = 1 } = await ask('When are the dues for 2025 paid?', lines, 0);
    expect(citations.map(({ quote }) => quote)).not.toContain(lines[1]);
    expect(certainty).toBeLessThan(0.5);
  });

  it('is no row that names the thing and does not tell what is asked of it', async () => {
    const rows = [
      '| Boat | Length | Berth |',
      '| --- | --- | --- |',
      '| Petrel | 9 m | 14 |',
      '| Skua | 11 m | 3 |',
    ];
    const told = await ask('How long is the Petrel?', [rows.join('\n')], 0);
    const untold = await ask('Who owns the Petrel?', [rows.join('\n')], 0);
    expect(told.citations[0]?.quote).toContain('Petrel');
    expect(untold.certainty).toBeLessThan(told.certainty ?? 0);
    expect(untold.certainty).toBeLessThan(0.5);
  });

  it('is the cell under the name that a table has for what is asked, or of the row that is called so', async () => {
    const boats = `| Boat | Weight | Price | Berth |
| --- | --- | --- | --- |
| Petrel | 840 kg | £9,200 | 14 |
| Skua | 1,310 kg | £12,750 | 3 |`;
    const sails = '| | Gannet | Fulmar |\n| --- | --- | --- |\n| Mass | 61 kg | 74 kg |\n| Age | 8 | 3 |';
    expect(await cellOf('How heavy is the Skua?', boats)).toBe('1,310 kg');
    expect(await cellOf('What does the Petrel cost?', boats)).toBe('£9,200');
    expect(await cellOf('How much does the Fulmar weigh?', sails)).toBe('74 kg');
    expect(await cellOf('How heavy is the Razorbill?', boats)).toBeUndefined();
  });

  it('is the row of somebody by a part of the name that nobody else in the table has', async () => {
    const crew = [
      '| Name | Phone | Age |\n| --- | --- | --- |',
      '| Dewi Rees | 301 | 34 |\n| Dewi Pugh | 302 | 51 |\n| Agnes Pell | 303 | 29 |',
    ].join('\n');
    const lines = [crew, 'Josef Weller built the quay.'];
    expect(first(await ask('How old is Agnes?', lines))).toContain('303');
    expect((await ask('How old is Agnes Weller?', lines)).answered).toBe(false);
    expect((await ask('How old is Dewi?', lines)).answered).toBe(false);
  });

  it('is no caption that only says what a figure or a table shows', async () => {
    for (const name of ['Figure 4', 'Table 4']) {
      const lines = [`${name}. Causes of accidents at the northern quay.`];
      const told = await ask('What are the causes of accidents at the northern quay?', lines);
      expect(first(told)).toBeUndefined();
    }
  });

  it('is the first row of a form, which Markdown has for a header', async () => {
    const rows = [
      '| Client | Acme Limited |',
      '| --- | --- |',
      '| Law | Ireland |',
      '| Monthly fee | 4,200 euros |',
    ];
    expect(first(await ask('Who is the client?', [rows.join('\n')]))).toBe(rows[0]);
  });

  it('is no row of amounts where a date is asked for', async () => {
    const rows = [
      '| | 2025 | 2024 |',
      '| --- | --- | --- |',
      '| Dues paid | 722 | 640 |',
      '| Repairs | 1,095 | 310 |',
    ];
    const { certainty } = await ask('When were the dues paid?', [rows.join('\n')], 0);
    expect(certainty).toBeLessThan(0.5);
  });

  it('is no figure that a change, an average or a share would be calculated from', async () => {
    const rows = ['| | 2025 | 2024 |', '| --- | --- | --- |', '| Dues paid | 722 | 640 |'];
    const lines = [rows.join('\n')];
    expect(first(await ask('What were the dues paid in 2024?', lines))).toContain('722 | 640');
    for (const asked of ['average', 'percentage change in']) {
      const { answered, citations, warnings } = await ask(
        `What were the ${asked} dues paid in 2025 and 2024?`,
        lines,
      );
      expect(answered).toBe(false);
      expect(citations[0]!.quote).toContain('722 | 640');
      expect(warnings).toContainEqual(expect.stringContaining('nothing is calculated'));
    }
    const said = [...lines, 'The average dues paid in 2025 and 2024 were 681.'];
    expect((await ask('What were the average dues paid in 2025 and 2024?', said)).citations[0]!.quote).toBe(
      said[1],
    );
  });

  it('is no row of numbers where a reason or what something is made of is asked for', async () => {
    const rows = ['| | 2025 | 2024 |', '| --- | --- | --- |', '| Quay charges | 722 | 640 |'];
    const lines = [rows.join('\n'), 'Quay charges consist of berthing, water and light.'];
    expect(first(await ask('What do quay charges consist of?', lines))).toBe(lines[1]);
    expect(first(await ask('Why did the quay charges rise?', lines))).toBeUndefined();
  });

  it('is the row of a year, and its cell in the column of a year', async () => {
    const rows = [
      '| | Year ended 31 March 2025, boats | Crew |',
      '| --- | --- | --- |',
      '| 2021 | 41 | 107 |',
      '| 2022 | 46 | 122 |',
    ];
    expect(first(await ask('How large was the crew in 2022?', [rows.join('\n')]))).toBe(rows[3]);
  });

  it('is no row of a table over other years than that which is asked for', async () => {
    expect(first(await askDuesOf2019('2020 | 2019'))).toContain('722');
    const { certainty = 1 } = await askDuesOf2019('2021 | 2020');
    expect(certainty).toBeLessThan(0.1);
  });

  it('is the row of a table over the quarter that is asked for, however that is written, and of no other', async () => {
    for (const heads of ['Q2 2025 | Q3 2025', 'Second quarter | Third quarter', '2Q25 | 3Q25']) {
      expect(
        first(await ask('What were the dues paid in the third quarter of 2025?', duesOver(heads))),
      ).toContain('722');
      expect(first(await ask('What were the dues paid in Q4 2025?', duesOver(heads)))).toBeUndefined();
    }
    const years = duesOver('2025 | 2024');
    expect(first(await ask('What were the dues paid in 2025?', years))).toContain('722');
    expect(first(await ask('What were the dues paid in the third quarter of 2025?', years))).toBeUndefined();
  });

  it('is no row of the rest beside what is asked for', async () => {
    const rest = duesOver('2025 | 2024').map((line) => line.replace('| Dues paid', '| Other dues paid'));
    expect(first(await ask('What were the dues paid in 2025?', rest))).toBeUndefined();
    expect(first(await ask('What were the other dues paid in 2025?', rest))).toContain('722');
  });

  it('is no line of a list of contents, no title, and no line to be signed', async () => {
    const contents = ['The harbour master 3', 'Rules of the quay 7', 'Prices and dues 12', 'Complaints 20'];
    const lines = [
      contents.join('\n'),
      'Rules of the quay',
      'Prices and dues',
      'Signed by the harbour master: ________________',
      `3. The Harbour Master. ${'The post is held for four years, and whoever holds it lives at the quay. '.repeat(5)}`,
    ];
    const { citations } = await ask('Who is the harbour master?', lines, 0);
    const quotes = citations.map(({ quote }) => quote);
    expect(quotes.filter((quote) => /master 3|____|^3\. The Harbour Master\.$/.test(quote))).toEqual([]);
  });

  it('is no title of a work that the document cites, but says who wrote it', async () => {
    const works = [
      '1. Amis R. How dredging affects mussels: a review of trials. Quays. 1999.',
      '2. Berg S. The price of berths in winter. Locks. 2003.',
      '3. Cole T. Ropes and rings. Quays. 2011.',
    ].join('\n\n');
    const given = async (heading: string, question: string) => {
      await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
      const source = `# Report\n\n${filler.join('\n\n')}\n\n## ${heading}\n\n${works}`;
      await kb.addDocuments([{ source: Buffer.from(source), sourceType: 'binary', uri: 'report.md' }]);
      return (await kb.ask(question)).certainty!;
    };
    const how = 'How does dredging affect mussels?';
    expect(await given('References', how)).toBeLessThan(0.2 * (await given('Trials of dredging', how)));
    const who = 'Who wrote “The price of berths in winter”?';
    expect(await given('References', who)).toBeGreaterThan(0.5);
  });

  it('is no number of a cited work, but may be one in brackets where no works are cited', async () => {
    const works =
      '## References\n\n1. Amis R. Mussels. Quays. 1999.\n\n2. Berg S. Berths. Locks. 2003.\n\n3. Cole T. Ropes. 2011.';
    const shares = 'The number of shares issued to the founder is [1,000].';
    expect(await answersShares(shares)).toBe(true);
    expect(await answersShares(`The shares issued to the founder are many [2, 3].\n\n${works}`)).toBe(false);
  });

  it('is no title that a clause begins with, and no line without anything filled in', async () => {
    const lines = [
      '11.5 Effect of Termination and Surviving Obligations. What is owed then stays owed.',
      'Delivery of the boat: .',
      'Rory Macklin pays.',
    ];
    const { citations } = await ask(
      'Who may end the obligations, and when is the delivery of the boat?',
      lines,
      0,
    );
    const quotes = citations.map(({ quote }) => quote);
    expect(quotes).not.toContain('11.5 Effect of Termination and Surviving Obligations.');
    expect(quotes).not.toContain(lines[1]);
    const items = ['1. Best Song: Walking On Thin Ice.', '2. Best Film: The Silent River.'];
    expect(first(await ask('What is the best film?', items))).toBe(items[1]);
  });

  it('names two documents that say the same as sources of one claim', async () => {
    await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
    const fact = 'Rory Macklin is the harbour master.';
    await kb.addDocuments(
      ['a', 'b'].map((id) => ({
        source: `${filler[id === 'a' ? 0 : 1]}\n\n${fact}`,
        sourceType: 'text',
        documentId: id,
      })),
    );
    const { claims, citations } = await kb.ask('Who is the harbour master?');
    expect(claims).toMatchObject([{ text: fact, citations: [1, 2] }]);
    expect(new Set(citations.map(({ documentId }) => documentId))).toEqual(new Set(['a', 'b']));
  });

  it('cites for a document that is named none that says the same of another', async () => {
    await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
    const term = 'The term of this lease is seven years.';
    await kb.addDocuments(
      ['Anna Tolland', 'Rory Macklin'].map((tenant) => ({
        source: `# Lease to ${tenant}\n\nThe tenant is ${tenant}.\n\n${filler[0]}\n\n${term}`,
        sourceType: 'text',
        uri: `${tenant}.md`,
        documentId: tenant,
      })),
    );
    const { answered, citations } = await kb.ask('How long is the term of Rory Macklin’s lease?');
    expect(answered).toBe(true);
    expect(citations.map(({ documentId }) => documentId)).toEqual(['Rory Macklin']);
  });

  it('names nobody from a row whose asked cell is a number', async () => {
    const lines = [
      '| School | Head | Pupils | Founded |\n| --- | --- | --- | --- |\n| Tarrow | Rory Macklin | 312 | 1911 |',
    ];
    expect(first(await ask('Who founded Tarrow?', lines))).toBeUndefined();
    expect(first(await ask('Who is the head of Tarrow?', lines))).toContain('Rory Macklin');
  });
});
