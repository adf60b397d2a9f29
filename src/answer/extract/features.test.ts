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
    passages: documents.map(({ title, text }) => ({ ...passage(text), documentId: title, context: [title] })),
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

it('takes no row that ends with what is asked for, as of a form that is not filled in', async () => {
  const form = '| | |\n|---|---|\n| Start date* | Security deposit |\n| End date* | Pet deposit |';
  const people = '| | |\n|---|---|\n| Director: | Anna Koller |\n| € 400 | Security deposit |';
  const deposit = 'What is the security deposit?';
  expect(await measuredAll(deposit, [{ title: 'Lease', text: form }])).toHaveLength(1);
  expect(await measuredAll(deposit, [{ title: 'Lease', text: people }])).toHaveLength(2);
  const post = 'What is the post of Anna Koller?';
  expect(await measuredAll(post, [{ title: 'Lease', text: people }])).toHaveLength(2);
  const reversed = '| | |\n|---|---|\n| Anna Koller | Director |\n| Blue | Colour |';
  const ofLease = { title: 'Lease', text: reversed };
  expect(await measuredAll('Who is the director?', [ofLease])).toHaveLength(2);
  expect(await measuredAll('What is the colour?', [ofLease])).toHaveLength(2);
});

it('takes no row that has a dash in the column that is asked for, of which another head is a part', async () => {
  const text =
    '| | Unit | Price from 10 units |\n|---|---|---|\n| Planing | hour | – |\n| Door | piece | 295 |';
  expect(
    await measuredAll('What is the price of planing from 10 units?', [{ title: 'Prices', text }]),
  ).toHaveLength(1);
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
  expect(await count('Robberies .................  from 90 on')).toBe(1);
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

it('takes the title of a section of steps for the name of what stands before the first one', async () => {
  const steps = 'It is done at noon.\n\n1. Throw the rope.\n\n2. Tie it up.';
  const fits = async (heading: string) => {
    const text = `## ${heading}\n\n${steps}`;
    const lines = await measuredAll('How do I moor a boat?', [{ title: 'Harbour', text }]);
    return lines.map((feature) => feature('labelFit'));
  };
  expect(await fits('Moor a boat')).toEqual([1, 0, 0]);
  expect(await fits('Clean a boat')).toEqual([0, 0, 0]);
});

it('sees which rows have a column of what is asked', async () => {
  const text = '| Model | Weight | Maker |\n|---|---|---|\n| Otter | 3 kg | Norvane |';
  const column = async (question: string) => (await measured(question, text, 'Lamps'))('column');
  expect(await column('What is the weight of the Otter?')).toBe(1);
  expect(await column('What colour is the Otter?')).toBe(0);
});

it('takes no question for an answer', async () => {
  const text = '2.4 How do I moor a boat?\n\nThrow the rope to a hand on the quay.\n\n如何停泊船只？';
  expect(await measuredAll('How do I moor a boat?', [{ title: 'Harbour', text }])).toHaveLength(1);
});

const often = async (text: string) => (await measured('How often is the quay dredged?', text))('kind');

it('sees what says how often', async () => {
  expect(await often('The quay is dredged every six months.')).toBe(1);
  expect(await often('The quay is dredged twice a year.')).toBe(1);
  expect(await often('The quay is dredged weekly.')).toBe(1);
  expect(await often('The quay was dredged in spring by 30 men.')).toBe(-1);
  const seal = await measured(
    'How often is the seal replaced, in hours?',
    'The seal is replaced every 500 hours.',
  );
  expect(seal('kind')).toBe(1);
});

const fit = async (text: string) => (await measured('What is a berth?', text))('subjectFit');

it('sees what a sentence is about', async () => {
  expect(await fit('A berth is a place at a quay for one boat.')).toBe(1);
  expect(await fit('The fee for a berth is paid in spring.')).toBe(0.5);
  expect(await fit('The harbour is closed where a berth is free.')).toBe(0);
});

const seen = async (text: string) => (await measured('Which form is filed for a berth?', text))('designated');

it('sees a name or a number beside what is asked for', async () => {
  expect(await seen('Who wants a berth must file Form 8843.')).toBe(1);
  expect(await seen('Who wants a berth must file the form in spring.')).toBe(0);
});

it('sees which names of the question stand in a unit or over it, and where more do', async () => {
  const text = 'In Norvane: dues are paid in spring.\n\nIn Tellurix: dues are paid in autumn.';
  const gaps = await measuredAll('When are dues paid in Tellurix?', [{ title: 'Dues', text }]);
  expect(gaps.map((feature) => feature('nameGap'))).toEqual([-1, 0]);
});

it('takes equal dates for equal words', async () => {
  const text = '| Day | Paid |\n|---|---|\n| 2014-03-05 | 17 |\n| 2014-05-03 | 9 |';
  const own = (await measuredAll('What was paid on 5 March 2014?', [{ title: 'Dues', text }])).map(
    (feature) => feature('ownGap'),
  );
  expect(own).toEqual([0, expect.closeTo(-0.2, 0)]);
  expect(own[1]).toBeLessThan(0);
});

const isLabelled = async (text: string) =>
  (await measured('How many seats has the board?', text))('isLabelled');

it('takes the beginning of a sentence for the name of no line', async () => {
  expect(await isLabelled('The board has eight members: the chair and seven directors.')).toBe(0);
  expect(await isLabelled('Seats of the board: eight')).toBe(1);
  expect(await isLabelled('The Borrower: Acme')).toBe(1);
});

const kindOf = async (question: string, text: string) => (await measured(question, text))('kind');

it('takes business years for no numbers, and times of day for times', async () => {
  expect(await kindOf('How many berths were let?', 'The berths that were let are those of Q4 FY26.')).toBe(0);
  expect(await kindOf('How many berths were let?', 'In FY26 there were 40 berths.')).toBe(1);
  expect(await kindOf('How many berths were let?', 'The list of berths that were let: 2006-09-11')).toBe(0);
  expect(await kindOf('How many berths were let?', 'In the third quarter berths were let.')).toBe(0);
  expect(await kindOf('How many berths were let?', 'A third of the berths were let.')).toBe(1);
  expect(await kindOf('When does the harbour office close?', 'The harbour office closes at 5 p.m.')).toBe(1);
  expect(await kindOf('When does the harbour office close?', 'The harbour office closes at 16:30.')).toBe(1);
  expect(await kindOf('When does the harbour office close?', 'The harbour office has 16 rooms.')).toBe(-1);
});

it('takes names with digits for nothing that is counted, and for no times', async () => {
  const question = 'How many cases of the fever were told?';
  expect(await kindOf(question, 'Cases of the fever (FEV-19) were told. ')).toBe(-1);
  expect(await kindOf(question, 'Cases of the fever (F2) were told.')).toBe(-1);
  expect(await kindOf(question, 'Cases of the fever that were told cost USD5m.')).toBe(1);
  expect(await kindOf('How many cases of covid-19 were told?', 'Cases of covid-19 were told.')).toBe(-1);
  const when = 'When was the fever told?';
  expect(await kindOf(when, 'The fever (FEV-19) was told on the ship.')).toBe(-1);
});

it('takes numbers for such where letters stand right before them', async () => {
  const sums = [
    'Rs500',
    'Rs.500',
    'R1,500',
    'RM250',
    'kr500',
    'Fr.1’200',
    'CHF500',
    'x2',
    'max.25',
    'AB-1234',
  ];
  for (const sum of sums) expect(await kindOf('How much is the fee?', `The fee is ${sum}.`)).toBe(1);
  const dates = [
    'Q4',
    'H1/2024',
    'FY24-25',
    'May2024',
    'May-24',
    'Feb’24',
    'mid-1987',
    'Mid-1987',
    'ca.1850',
    'W32',
  ];
  for (const date of [...dates, 'WS2024/25', 'week32', 'Week-32'])
    expect(await kindOf('When is the fair?', `The fair is ${date}.`), date).toBe(1);
  expect(await kindOf('How many places are free?', 'There are up-to-20 places.')).toBe(1);
  expect(await kindOf('Quando apre il porto?', "Il porto apre l'8 marzo.")).toBe(1);
  expect(await kindOf('Windowsはいつ発売されましたか', 'Windowsは1985年に発売されました。')).toBe(1);
});

it('takes names of months for dates, but no “may” in small letters', async () => {
  const question = 'When was the lease signed?';
  expect(await kindOf(question, 'The lease may be signed in two copies.')).toBe(-1);
  expect(await kindOf(question, 'The lease was signed in May.')).toBe(1);
  expect(await kindOf(question, 'THE LEASE WAS SIGNED IN MAY.')).toBe(1);
  expect(await kindOf(question, 'the lease was signed on monday.')).toBe(1);
});

it('takes words of Chinese and Japanese for a date where they say one', async () => {
  expect(await kindOf('泊位何时出租？', '泊位按3案出租。')).toBe(-1);
  expect(await kindOf('泊位何时出租？', '泊位于3月出租。')).toBe(1);
});

const within = async (text: string) => (await measured('What is the sample rate?', text))('withinName');

it('takes words of a name for others than the same words alone, but in a row whose name has capitals', async () => {
  expect(await within('We saw the Sample Rate Band in 1990.')).toBeGreaterThan(0);
  expect(await within('| Name | Value |\n|---|---|\n| Maximum Sample Rate | 5 MS/s |')).toBe(0);
});

it('tells a word within a longer name from a term with capitals that is asked for whole', async () => {
  const line = '“Sample Rate” means how often a signal is read.';
  expect(await within(line)).toBe(0);
  expect(await within('The Sample Rate Prize is given in May.')).toBeGreaterThan(0);
});

const races = '| Season | Start | Driver | Team |\n| --- | --- | --- | --- |';
const race = (question: string, cells: string) => measured(question, `${races}\n${cells}`);

it('names a row by the cell that is asked for, whichever it is, and by its short form', async () => {
  const asked = await race(
    'Which team did Anna Prell drive for?',
    '| 2004 | May 2 | Anna Prell | Northwind |',
  );
  expect(asked('rowLabel')).toBeGreaterThan(0.5);
  expect(asked('labelFit')).toBeGreaterThan(0.5);
  const season = await race('Which team won the season 2004?', '| 2004 | May 2 | Anna Prell | Northwind |');
  expect(season('rowLabel')).toBeGreaterThan(0.5);
  const short = await race(
    'Which team has the ASM?',
    '| Anton Sailer Memorial (“ASM”) | May 2 | | Northwind |',
  );
  expect(short('rowLabel')).toBe(1);
});

it('looks beside the cell that is asked for, where that is below the head that is asked for', async () => {
  const text = '| Player | Nickname | Team |\n| --- | --- | --- |\n| Rory Macklin | Robbie | Harbour |';
  expect((await measured('Who has the nickname Robbie?', text))('value')).toBe(1);
});

it('names a row by no cell that its label says too', async () => {
  const text =
    '| Major | Category | Median |\n| --- | --- | --- |\n| Marine engineering | Engineering | 70 |';
  const rated = await measured('What is the median of aerospace engineering?', text);
  expect(rated('rowLabel')).toBe(0.5);
});

it('names a row by no cell that the label of another row says', async () => {
  const head = '| From | To | Price |\n| --- | --- | --- |\n| Cairn | Ardal | 44 |';
  const asked = 'What is the price of a trip from Ardal?';
  expect((await measured(asked, head))('rowLabel')).toBeGreaterThan(0);
  expect((await measured(asked, `${head}\n| Ardal quay | Borve | 12 |`))('rowLabel')).toBe(0);
});

it('names a row by another cell than its label the less, the less of the question it has', async () => {
  const match = '| 2004 | May 2 | Anna Prell | Northwind |';
  const whole = await race('Which team did Anna Prell drive for?', match);
  const other = await race('Which team did Anna Prell meet in the rain at Dover?', match);
  expect(other('labelFit') / other('labelCover')).toBeLessThan(whole('labelFit') / whole('labelCover'));
});

const isOfOther = async (question: string, text: string) => {
  const request = { question, passages: [{ ...passage(text), context: ['Report'] }] };
  const parts = { idf: () => 1, wordVectors: () => () => undefined };
  return (await measureCandidates(request, parts))[0]!.isOfOther;
};

it('is of another where a name is lacking, but not where a part of it stands for the whole', async () => {
  const staff = 'The Group employs 300 people, most of them in Cork.';
  expect(await isOfOther('How many employees are in the Tarrow Group?', staff)).toBe(false);
  expect(await isOfOther('How many employees are in Skelland?', staff)).toBe(true);
  const pressure = 'The pressure of the Brio X1 is 15 bar in the Eco mode.';
  expect(await isOfOther('What is the pressure of the Brio X2?', pressure)).toBe(true);
});

it('takes a row of a report as one of the company that a question asks about', async () => {
  const given = { title: 'Report', text: '| | 2025 | 2024 |\n|---|---|---|\n| Net income | 4,822 | 5,260 |' };
  for (const question of ['What was net income?', "What was the company's net income?"]) {
    const [row] = await measuredAll(question, [given]);
    expect([row!('own'), row!('plain')], question).toEqual([1, 1]);
  }
});
