/**
 * Made documents, each with what answers a question and what only looks like it: who held a post and who holds it, a name
 * that has a title in it, a statement beside a hedge, a whole beside its parts, a count beside a share, a year
 * that is not there. Words and numbers are drawn, so that the scorer learns the kind and not a sentence.
 */
import type { Draw } from './draw.ts';
import type { AnswerSet, Case, SetDocument } from './sets.ts';
import { catalogues, type Attribute, type Catalogue } from './catalogues.ts';
import { lookalikes, templates, type Template } from './templates.ts';

interface Kind {
  /** One of a topic stands in a document. */
  readonly topic: string;
  readonly question: string;
  /** What answers, among the lines; absent where nothing does. */
  readonly answer?: string;
  readonly lines: readonly string[];
  /** Not in English. */
  readonly isForeign?: true;
  /** What stands beside looks most like an answer. */
  readonly isLookalike?: true;
}

const firstNames =
  'Mara Jonas Elena Viktor Aisha Tomas Ingrid Samuel Petra Liam Noor Felix Greta Hugo Clara Omar Lena Boris Sofia Anton'.split(
    ' ',
  );
const lastNames =
  'Halvorsen Okafor Lindqvist Marchetti Novak Brandt Osei Delgado Fischer Whitcombe Rahman Sorensen Kowalski Petit Aldous Varga Hale Nakata Ibarra Quill'.split(
    ' ',
  );
const firms =
  'Norvane Tellurix Branford Costavia Ostermark Pellworm Quantia Redlow Solmere Trivanta Umbriel Vexford Wrenfield Zephyra Aldermont Birchway Calloway Dunmere Elvaston Farrowgate'.split(
    ' ',
  );
const words = (list: string): string[] => list.split('|');
const committees = words(
  'audit committee|remuneration committee|nomination committee|risk committee|investment committee|safety board|ethics panel|works council|technology committee',
);
const posts = words(
  'chief executive officer|chief financial officer|general counsel|managing director|head of research|company secretary|treasurer|data protection officer|chief operating officer',
);
const lineItems = words(
  'revenue|net sales|operating income|research expense|gross profit|cost of sales|capital expenditure|inventories|depreciation|interest expense|marketing expense|cash flow',
);
const segments = words(
  'Industrial|Consumer|Health|Europe|Services|Retail|Aerospace|North America|Wholesale|Software',
);
const counted = words(
  'employees|stores|patents|customers|suppliers|vehicles|vessels|warehouses|students|beds',
);
const acts = words(
  'pay dividends|lease aircraft|operate in China|use derivatives|own real estate|issue preferred stock|sell tobacco|outsource payroll|insure its warehouses|record calls',
);
const past: Readonly<Record<string, string>> = {
  pay: 'paid',
  lease: 'leased',
  operate: 'operated',
  use: 'used',
  own: 'owned',
  issue: 'issued',
  sell: 'sold',
  outsource: 'outsourced',
  insure: 'insured',
  record: 'recorded',
};
const clauses = words(
  'notice period|payment term|warranty period|delivery period|retention period|cure period|inspection period|confidentiality period',
);
const parameters = words(
  'operating temperature|supply voltage|flow rate|tank capacity|tightening torque|maximum load|filter interval|cable length|water pressure|noise level',
);
const units = ['V', 'kg', 'litres', 'Nm', 'bar', 'metres', 'hours', 'dB', '°C'];

export function madeKinds(draw: Draw, firm: string): Kind[] {
  const person = (): string => `${draw.of(firstNames)} ${draw.of(lastNames)}`;
  const number = (from: number, to: number): string => (from + draw.below(to - from)).toLocaleString('en');
  const year = 2012 + draw.below(12);
  const date = (): string =>
    `${1 + draw.below(28)} ${draw.of(words('January|March|May|June|August|October|November'))} ${year}`;
  const kinds: Kind[] = [];

  const [group, other] = draw.some(committees, 2) as [string, string];
  const holder = draw.of([
    `The ${group} is chaired by ${person()}.`,
    `${person()} chairs the ${group}.`,
    `${person()} is the chair of the ${group}.`,
    `${person()} has chaired the ${group} since ${year}.`,
  ]);
  const holders = [
    `${person()} retired as chair of the ${group} in ${year}.`,
    `Until ${year} the ${group} was chaired by ${person()}.`,
    `The former chair of the ${group}, ${person()}, left the company.`,
    `The ${group} met ${2 + draw.below(9)} times during the year.`,
    `The chair of the ${group} reports to the board after each meeting.`,
    `${person()} chairs the ${other}.`,
    `The ${group} reviews the work of the internal auditor.`,
  ];
  const asksHolder = draw.of([
    `Who chairs the ${group}?`,
    `Who is the chair of the ${group}?`,
    `Who leads the ${group}?`,
  ]);
  kinds.push({
    topic: 'holder',
    question: asksHolder,
    answer: holder,
    lines: [holder, ...draw.some(holders, 5)],
  });
  kinds.push({ topic: 'holder', question: asksHolder, lines: draw.some(holders, 5) });

  const post = draw.of(posts);
  const short = post
    .split(' ')
    .map((word) => word[0]!.toUpperCase())
    .join('');
  const named = draw.of([
    `${person()}, ${post} of ${firm}, presented the results.`,
    `${person()} was appointed ${post} (${short}) in ${year} and holds the office today.`,
    `${firm}'s ${post} is ${person()}.`,
  ]);
  const titled = [
    `${firm} is a member of the ${short} Action for Tomorrow pledge.`,
    `The ${short} Roundtable named ${firm} a leader in training.`,
    `The remuneration of the ${post} is decided by the board.`,
    `The ${post} may delegate powers of signature.`,
    `${person()} resigned as ${post} of ${firm} in ${year}.`,
    `Certified by our ${post} under section 302.`,
  ];
  const asksPost = draw.of([
    `Who is the ${post} of ${firm}?`,
    `Who is ${firm}'s ${short}?`,
    `Who is the ${short} of ${firm}?`,
    `What is the name of ${firm}'s ${post}?`,
  ]);
  kinds.push({ topic: 'post', question: asksPost, answer: named, lines: [named, ...draw.some(titled, 4)] });
  kinds.push({ topic: 'post', question: asksPost, lines: draw.some(titled, 5) });

  const act = draw.of(acts);
  const [verb, ...object] = act.split(' ') as [string, ...string[]];
  const done = `${past[verb]} ${object.join(' ')}`;
  const denial = draw.of([
    `We have never ${done}, and we do not expect to.`,
    `${firm} does not ${act}.`,
    `The company has not ${done} in any year since it was founded.`,
    `Each year ${firm} has ${done}, most recently in ${year}.`,
    `We ${act} in the ordinary course of business.`,
  ]);
  const hedges = [
    `From time to time we evaluate whether to ${act}, taking into account many factors.`,
    `Our decision to ${act} in the future will depend on our results and other conditions.`,
    `If we ${act}, our risks could increase.`,
    `There can be no assurance that we will ${act}.`,
    `The board reviews the policy on whether to ${act} once a year.`,
    `Competitors of ${firm} ${act}.`,
  ];
  const asksAct = draw.of([`Does ${firm} ${act}?`, `Has ${firm} ever ${done}?`, `Do they ${act}?`]);
  kinds.push({ topic: 'act', question: asksAct, answer: denial, lines: [denial, ...draw.some(hedges, 4)] });
  kinds.push({ topic: 'act', question: asksAct, lines: draw.some(hedges, 4) });

  const things = draw.of(counted);
  const count = draw.of([
    `As of ${date()}, we had ${number(300, 90_000)} ${things}.`,
    `${firm} has ${number(300, 90_000)} ${things} in ${3 + draw.below(40)} countries.`,
    `The number of ${things} was ${number(300, 90_000)} at the end of ${year}.`,
  ]);
  const shares = [
    `${40 + draw.below(59)}% of our ${things} took part in the survey.`,
    `Our ${things} are our greatest strength.`,
    `The average age of our ${things} is ${5 + draw.below(40)}.`,
    `We trained our ${things} in ${2 + draw.below(9)} new programmes.`,
    `${firm} lost ${1 + draw.below(9)} per cent of its ${things} in the flood.`,
  ];
  const asksCount = draw.of([
    `How many ${things} does ${firm} have?`,
    `How many ${things} are there at ${firm}?`,
    `What is the number of ${things}?`,
  ]);
  kinds.push({ topic: 'count', question: asksCount, answer: count, lines: [count, ...draw.some(shares, 3)] });
  kinds.push({ topic: 'count', question: asksCount, lines: draw.some(shares, 4) });

  const item = draw.of(lineItems);
  const [a, b, c] = draw.some(segments, 3) as [string, string, string];
  const row = (label: string): string =>
    `| ${label} | ${number(900, 90_000)} | ${number(900, 90_000)} | ${number(900, 90_000)} |`;
  const title = item[0]!.toUpperCase() + item.slice(1);
  const whole = row(draw.of([title, `Total ${item}`, `${title}, total`]));
  const rows = [
    row(`${a} ${item}`),
    row(`${b} ${item}`),
    row(`${c}`),
    row(`Other ${item}`),
    row('Tax'),
    row('Headcount'),
  ];
  const table = (list: readonly string[]): string =>
    [
      `Summary of results of ${firm} (in ${draw.of(['millions', 'thousands'])} of dollars)`,
      '',
      `| | ${year} | ${year - 1} | ${year - 2} |`,
      '| --- | --- | --- | --- |',
      ...list,
    ].join('\n');
  const prose = [
    `Our ${item} may vary from quarter to quarter because of many factors beyond our control.`,
    `Statements about future ${item} are forward-looking and involve risks.`,
    `Management reviews ${item} by segment.`,
  ];
  const asked = year - draw.below(3);
  const asksItem = (at: number): string =>
    draw.of([
      `What was ${firm}'s ${item} in ${at}?`,
      `How much was the ${item} of ${firm} in ${at}?`,
      `${firm} ${item} ${at}`,
      `What is the total ${item} for fiscal ${at}?`,
    ]);
  kinds.push({
    topic: 'table',
    question: asksItem(asked),
    answer: whole,
    lines: [table([...draw.some(rows, 4), whole]), ...prose],
  });
  kinds.push({
    topic: 'table',
    question: asksItem(asked),
    answer: whole,
    lines: [table([whole, ...draw.some(rows, 4)]), ...prose],
  });
  kinds.push({
    topic: 'table',
    question: asksItem(year + 1 + draw.below(3)),
    lines: [table([...draw.some(rows, 3), whole]), ...prose],
  });
  kinds.push({ topic: 'table', question: asksItem(asked), lines: [table(draw.some(rows, 5)), ...prose] });
  kinds.push({
    topic: 'table',
    question: `What was ${b}'s ${item} in ${asked}?`,
    answer: rows[1]!,
    lines: [table([whole, rows[0]!, rows[1]!, rows[4]!]), ...prose],
  });

  const plainRow = (): string =>
    `| ${title} | ${number(900, 90_000)} | ${number(900, 90_000)} | ${number(900, 90_000)} |`;
  const [wholeRow, rowA, rowB] = [plainRow(), plainRow(), plainRow()];
  const under = (heading: string, line: string): string =>
    `## ${heading}\n\n${table([...draw.some(rows.slice(3), 1), line, row('Tax')]).split('\n\n')[1]!}`;
  const parts = [
    under(draw.of(['Consolidated results', `${firm} group`, 'Results of operations']), wholeRow),
    under(a, rowA),
    under(`${b} segment`, rowB),
  ];
  kinds.push({ topic: 'table', question: asksItem(asked), answer: wholeRow, lines: draw.some(parts, 3) });
  kinds.push({ topic: 'table', question: asksItem(asked), answer: wholeRow, lines: draw.some(parts, 3) });
  kinds.push({
    topic: 'table',
    question: `What was the ${item} of ${a} in ${asked}?`,
    answer: rowA,
    lines: draw.some(parts, 3),
  });

  const change = draw.of([
    `${title} increased ${1 + draw.below(20)}.${draw.below(9)}% to $${number(100, 9000)} million, driven by higher prices.`,
    `${title} fell by $${number(10, 900)} million compared with ${year - 1}, mainly because of lower volumes.`,
  ]);
  const outlook = [
    `| | Fiscal ${year + 1} outlook |`,
    '| --- | --- |',
    `| ${title} | $${number(2, 9)}.${draw.below(9)} to $${number(10, 19)} billion |`,
    `| Operating margin | ${draw.below(30)}% |`,
  ].join('\n');
  prose.push(outlook);
  kinds.push({
    topic: 'change',
    question: draw.of([
      `How did ${firm}'s ${item} change?`,
      `By how much did ${item} change in ${year}?`,
      `Did ${item} increase or decrease?`,
    ]),
    answer: change,
    lines: [change, ...prose, `Changes in ${item} of our competitors could affect us.`],
  });
  kinds.push({
    topic: 'change',
    question: `How did ${firm}'s ${item} change?`,
    lines: [...prose, `Changes in ${item} of our competitors could affect us.`],
  });

  const [clause, clauseB] = draw.some(clauses, 2) as [string, string];
  const days = (): string => `${draw.of([10, 14, 20, 30, 45, 60, 90, 120])} days`;
  const party = draw.of(words('Supplier|Licensee|Tenant|Contractor|Distributor'));
  const stated = draw.of([
    `The ${clause} is ${days()} from receipt.`,
    `For the ${party} the ${clause} shall be ${days()}.`,
    `The parties agree a ${clause} of ${days()}.`,
  ]);
  const near = [
    `The ${clauseB} is ${days()}.`,
    `The ${clause} may be extended only in writing.`,
    `During the ${clause} the ${party} shall keep its staff informed.`,
    `If the ${clause} has not expired, no interest is due.`,
    `Sections on the ${clause} survive termination of this Agreement.`,
  ];
  const asksClause = draw.of([
    `How long is the ${clause}?`,
    `What is the ${clause}?`,
    `What ${clause} applies to the ${party}?`,
  ]);
  kinds.push({
    topic: 'clause',
    question: asksClause,
    answer: stated,
    lines: [stated, ...draw.some(near, 4)],
  });
  kinds.push({ topic: 'clause', question: asksClause, lines: draw.some(near, 4) });

  const [parameter, parameterB] = draw.some(parameters, 2) as [string, string];
  const value = (): string => `${1 + draw.below(400)} ${draw.of(units)}`;
  const specified = draw.of([
    `${parameter[0]!.toUpperCase() + parameter.slice(1)}: ${value()}`,
    `The ${parameter} is ${value()}.`,
    `| ${parameter} | ${value()} |`,
    `- ${parameter}: ${value()}`,
  ]);
  const manual = [
    `Check the ${parameter} before each use.`,
    `The ${parameterB} is ${value()}.`,
    `1. Switch off the unit and let it cool.`,
    `2. Note the ${parameter} in the log book.`,
    `A wrong ${parameter} voids the warranty.`,
  ];
  const asksValue = draw.of([
    `What is the ${parameter}?`,
    `Which ${parameter} is allowed?`,
    `How high is the ${parameter}?`,
  ]);
  kinds.push({ topic: 'value', question: asksValue, answer: specified, lines: [...manual, specified] });
  kinds.push({ topic: 'value', question: asksValue, lines: manual });

  const law = draw.of(words('Ireland|New York|Ontario|Denmark|Victoria|Scotland|Delaware|Bavaria'));
  const governs = draw.of([
    `This Agreement is governed by the law of ${law}.`,
    `The laws of ${law} govern this contract.`,
    `This contract shall be construed in accordance with the laws of ${law}.`,
  ]);
  const legal = [
    `The ${party} shall comply with all laws that apply.`,
    `No provision of law is waived by this Agreement.`,
    `Disputes are settled by arbitration.`,
    `This Agreement was signed on ${date()}.`,
    `${firm} is a company under the laws of its seat.`,
  ];
  const asksLaw = draw.of([
    'Which law governs the agreement?',
    'What is the governing law?',
    'Under which law does this contract stand?',
  ]);
  kinds.push({ topic: 'law', question: asksLaw, answer: governs, lines: [governs, ...legal] });
  kinds.push({ topic: 'law', question: asksLaw, lines: legal });
  kinds.push({
    topic: 'law',
    question: draw.of(['When was the agreement signed?', 'On what date was the contract signed?']),
    answer: legal[3]!,
    lines: [...legal, `The ${clause} begins on the date of signature.`],
  });
  kinds.push({ topic: 'law', question: 'When does the agreement end?', lines: legal });

  for (const question of [
    `What is ${draw.below(9)}+${draw.below(9)}?`,
    'What is the capital of France?',
    'Hello',
    'Who won the match yesterday?',
    `What is the meaning of life?`,
    `What is the share price of ${draw.of(firms)}?`,
  ]) {
    kinds.push({
      topic: question,
      question,
      lines: [...draw.some(manual, 3), ...draw.some(legal, 2), ...draw.some(hedges, 2)],
    });
  }
  const drawn = { firm, year, person, date };
  for (const template of draw.some(templates, 10)) kinds.push(...filled(template, draw, drawn));
  for (const template of lookalikes) {
    for (const kind of filled(template, draw, drawn)) kinds.push({ ...kind, isLookalike: true });
  }
  for (const catalogue of draw.some(catalogues, 3)) kinds.push(...catalogued(catalogue, draw, drawn));
  return kinds.concat(otherLanguages(draw, { person, firm, days, number, year }));
}

const people = words(
  'a cook|two drivers|a nurse|three teachers|a clerk|the caretaker|an engineer|two guides|the bookkeeper|a baker|four students|a carpenter',
);
const objects = words(
  'a torch|two bandages|a notebook|a key|three screws|a map|a whistle|two gloves|a copy of the passport|an adapter|a brush|four candles',
);
const cities = words('Arlen|Brockmouth|Caldera|Dornstadt|Eastwick|Fairhaven|Granvik|Holmfirth|Istrad|Kelso');

function filled(
  { things = [''], questions, answers, near }: Template,
  draw: Draw,
  { firm, year, person, date }: { firm: string; year: number; person: () => string; date: () => string },
): Kind[] {
  const city = draw.of(cities);
  const thing = draw.of(things).replace('{city}', city);
  const same: Readonly<Record<string, string>> = {
    firm,
    year: String(year),
    last: String(year - 1),
    next: String(year + 1),
    thing,
    Thing: thing.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
    party: draw.of(words('Supplier|Licensee|Tenant|Contractor|Distributor')),
    other: draw.of(firms.filter((other) => !firm.startsWith(other))),
    city,
    code: `${draw.of(['A', 'B', 'C'])}${10 + draw.below(80)}`,
  };
  const fresh: Readonly<Record<string, () => string>> = {
    n: () => String(2 + draw.below(900)),
    pct: () => String(2 + draw.below(90)),
    days: () => String(draw.of([7, 10, 14, 20, 30, 45, 60, 90])),
    money: () =>
      `${draw.of(['$', '€', '£'])}${1 + draw.below(90)}${draw.of(['0,000', ' million', ',500', '.4 million'])}`,
    people: () => draw.of(people),
    object: () => draw.of(objects),
    person,
    date,
  };
  const fill = (text: string): string => {
    const line = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => same[name] ?? fresh[name]!());
    return line[0]!.toUpperCase() + line.slice(1);
  };
  const question = fill(draw.of(questions));
  const told = fill(draw.of(answers));
  const others = draw.some(near, 5).map(fill);
  const topic = questions[0]!;
  return [
    // Of a list the line that leads in to it.
    { topic, question, answer: told.split('\n')[0]!, lines: [told, ...others] },
    { topic, question, lines: others },
  ];
}

const colours = words('white|dark green|red or black|silver|oak|navy blue');
const supports = words('by e-mail|by telephone on working days|day and night|in the forum only');
const groups = words(
  'members under {n}|residents of {city}|staff of {firm}|firms with fewer than {n} people',
);
const effects = words('headache|nausea|a dry mouth|dizziness|a rash|loss of appetite');

/**
 * A table of things and some of what they have, asked for what it tells, for what a sentence beside it tells, and for what is nowhere
 * told of the thing: the row that names it answers only the first.
 */
function catalogued(
  { noun, things, attributes }: Catalogue,
  draw: Draw,
  { firm, person, date }: { firm: string; person: () => string; date: () => string },
): Kind[] {
  const fresh: Readonly<Record<string, () => string>> = {
    n: () => String(2 + draw.below(900)),
    pct: () => `${1 + draw.below(9)}.${draw.below(9)}`,
    days: () => String(draw.of([7, 14, 30, 60, 90])),
    money: () => `${draw.of(['$', '€', '£'])}${1 + draw.below(90)}${draw.of(['', '0', '.50', ',500'])}`,
    thousands: () => (500 + draw.below(90_000)).toLocaleString('en'),
    someYear: () => draw.of([String(1890 + draw.below(130)), date()]),
    colour: () => draw.of(colours),
    support: () => draw.of(supports),
    group: () => draw.of(groups),
    effect: () => draw.of(effects),
    committee: () => draw.of(committees),
    company: () => draw.of(firms),
    city: () => draw.of(cities),
    firm: () => firm,
    person,
  };
  const filledIn = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => fresh[name]?.() ?? whole);
  const valueOf = ({ value }: Attribute): string => filledIn(filledIn(value));
  const tell = (one: Attribute, thing: string): string => {
    const line = filledIn(
      draw.of(one.sentences).replaceAll('{thing}', thing).replace('{value}', valueOf(one)),
    );
    return line[0]!.toUpperCase() + line.slice(1);
  };
  const [asked, ...others] = draw.some(attributes, 5) as [Attribute, ...Attribute[]];
  const [thing, ...rest] = draw.some(things, 5) as [string, ...string[]];
  const question = draw.of(asked.questions).replace('{thing}', thing);
  const rowOf = (name: string, columns: readonly Attribute[]): string =>
    `| ${[name, ...columns.map(valueOf)].join(' | ')} |`;
  const table = (columns: readonly Attribute[], rows: readonly string[]): string =>
    [
      `| ${[noun, ...columns.map((one) => draw.of(one.columns))].join(' | ')} |`,
      `| --- ${'| --- '.repeat(columns.length)}|`,
      ...draw.some(rows, rows.length),
    ].join('\n');
  const withAsked = draw.some([asked, ...draw.some(others, 2)], 3);
  const [row, without] = [rowOf(thing, withAsked), draw.some(others, 2 + draw.below(2))];
  const ofOthers = (columns: readonly Attribute[]): string[] =>
    draw.some(rest, 2 + draw.below(3)).map((name) => rowOf(name, columns));
  const lacking = table(without, [rowOf(thing, without), ...ofOthers(without)]);
  const beside = [tell(others[0]!, thing), tell(asked, rest[0]!), tell(others[1]!, rest[1]!)];
  const sentence = tell(asked, thing);
  const kind = { topic: `catalogue of ${noun}`, question, isLookalike: true as const };
  return [
    {
      ...kind,
      answer: row,
      lines: [table(withAsked, [row, ...ofOthers(withAsked)]), ...draw.some(beside, 2)],
    },
    { ...kind, answer: sentence, lines: [lacking, sentence, ...draw.some(beside, 2)] },
    { ...kind, lines: [lacking, ...draw.some(beside, 2)] },
    { ...kind, lines: [lacking, table(withAsked, ofOthers(withAsked)), ...draw.some(beside, 1)] },
    { ...kind, lines: [table(withAsked, ofOthers(withAsked)), ...draw.some(beside.slice(0, 1), 1)] },
  ];
}

interface Drawn {
  readonly person: () => string;
  readonly firm: string;
  readonly days: () => string;
  readonly number: (from: number, to: number) => string;
  readonly year: number;
}

function otherLanguages(draw: Draw, { person, firm, number, year }: Drawn): Kind[] {
  const days = (): number => draw.of([10, 14, 20, 30, 45, 60, 90]);
  const kinds: Kind[] = [];
  const add = (question: string, right: string, wrong: readonly string[]): void => {
    kinds.push(
      { topic: question, question, answer: right, lines: [right, ...wrong], isForeign: true },
      { topic: question, question, lines: wrong, isForeign: true },
    );
  };
  const frist = draw.of(words('Kündigungsfrist|Zahlungsfrist|Lieferfrist|Probezeit|Aufbewahrungsfrist'));
  add(
    draw.of([`Wie lange ist die ${frist}?`, `Welche ${frist} gilt?`, `Wie lang ist die ${frist}?`]),
    draw.of([
      `Die ${frist} beträgt ${days()} Tage.`,
      `Es gilt eine ${frist} von ${days()} Tagen zum Monatsende.`,
    ]),
    [
      `Während der ${frist} bleibt der Vertrag in Kraft.`,
      `Die ${frist} kann nur schriftlich geändert werden.`,
      `Die Gewährleistung dauert ${days()} Monate.`,
    ],
  );
  const amt = draw.of(words('Prüfungsausschusses|Aufsichtsrats|Betriebsrats|Vorstands'));
  add(`Wer ist Vorsitzender des ${amt}?`, `Vorsitzender des ${amt} ist ${person()}.`, [
    `${person()} war bis ${year} Vorsitzender des ${amt} und ist ausgeschieden.`,
    `Der Vorsitzende des ${amt} berichtet jährlich.`,
  ]);
  const ding = draw.of(words('Mitarbeiter|Filialen|Kunden|Fahrzeuge'));
  add(`Wie viele ${ding} hat ${firm}?`, `${firm} hat ${number(200, 9000)} ${ding}.`, [
    `${days()} % der ${ding} nahmen an der Umfrage teil.`,
    `Unsere ${ding} sind uns wichtig.`,
  ]);
  const delai = draw.of(words('délai de préavis|délai de paiement|délai de livraison|délai de rétractation'));
  add(
    draw.of([`Quel est le ${delai} ?`, `Combien dure le ${delai} ?`]),
    `Le ${delai} est de ${days()} jours.`,
    [
      `Pendant le ${delai}, le contrat reste en vigueur.`,
      `La garantie est de ${days()} mois.`,
      `Le ${delai} ne peut être modifié que par écrit.`,
    ],
  );
  const organe = draw.of(words('comité d’audit|conseil d’administration|comité des risques'));
  add(`Qui préside le ${organe} ?`, `Le ${organe} est présidé par ${person()}.`, [
    `${person()}, ancien président du ${organe}, a quitté la société en ${year}.`,
    `Le ${organe} s’est réuni ${2 + draw.below(8)} fois.`,
  ]);
  const plazo = draw.of(words('plazo de preaviso|plazo de pago|plazo de entrega|período de garantía'));
  add(draw.of([`¿Cuál es el ${plazo}?`, `¿Cuánto dura el ${plazo}?`]), `El ${plazo} es de ${days()} días.`, [
    `Durante el ${plazo} el contrato sigue en vigor.`,
    `La confidencialidad dura ${days()} meses.`,
  ]);
  const cargo = draw.of(words('comité de auditoría|consejo de administración|comité de riesgos'));
  add(`¿Quién preside el ${cargo}?`, `El ${cargo} está presidido por ${person()}.`, [
    `${person()}, antiguo presidente del ${cargo}, dejó la empresa en ${year}.`,
    `El ${cargo} se reunió ${2 + draw.below(8)} veces.`,
  ]);
  const qi = draw.of(words('通知期限|付款期限|交货期限|保修期'));
  add(draw.of([`${qi}是多久？`, `${qi}是多少天？`]), `${qi}为${days()}天。`, [
    `在${qi}内，合同继续有效。`,
    `双方应在${year}年前完成注册。`,
    `${qi}只能以书面形式修改。`,
  ]);
  const fatra = draw.of(words('فترة الإشعار|مهلة الدفع|مهلة التسليم|فترة الضمان'));
  add(draw.of([`ما هي ${fatra}؟`, `كم تبلغ ${fatra}؟`]), `${fatra} هي ${days()} يوما.`, [
    `يبقى العقد ساريا خلال ${fatra}.`,
    `لا يجوز تعديل ${fatra} إلا كتابة.`,
  ]);
  return kinds;
}

/**
 * Documents in which all kinds stand together among paragraphs of other texts, each with its answer or without it. A
 * question that does not name its document's company is asked of that document alone.
 */
export function madeSet(
  draw: Draw,
  { rounds, filler }: { rounds: number; filler: readonly string[] },
): AnswerSet {
  const documents: SetDocument[] = [];
  const cases: Case[] = [];
  for (let round = 0; round < rounds; round++) {
    const uri = `m${round}`;
    const firm =
      firms[round % firms.length]! + (round < firms.length ? '' : ` ${Math.floor(round / firms.length) + 1}`);
    const parts: string[] = [];
    const kinds = madeKinds(draw, firm);
    for (const subject of new Set(kinds.map(({ topic }) => topic))) {
      const variants = kinds.filter(({ topic }) => topic === subject);
      const { question, answer, lines } = ofAnother(draw, draw.of(variants), firm);
      parts.push(...lines.filter((line) => !parts.includes(line)));
      const isRight =
        answer &&
        ((cited: { uri: string; quote: string }) => cited.uri === uri && cited.quote.includes(answer));
      cases.push({
        question,
        condition: answer ? 'answerable' : 'hard',
        ...(question.includes(firm) ? {} : { filter: { uri } }),
        ...(isRight ? { isRight } : {}),
      });
    }
    const pages = [
      ...draw.some(committees, 3),
      ...draw.some(posts, 2),
      ...draw.some(lineItems, 3),
      ...draw.some(parameters, 2),
      ...draw.some(clauses, 2),
    ];
    const lines = pages.map((line, at) => `| ${line[0]!.toUpperCase() + line.slice(1)} | ${4 + 3 * at} |`);
    parts.push(['| About this document | ii |', '| --- | --- |', ...lines].join('\n'));
    documents.push({
      uri,
      title:
        `${draw.of(['Annual report', 'Report', 'Agreement', 'Manual'])} ${firm} ${draw.of(['', '2015', '2019', '2023'])}`.trim(),
      text: layOut(draw, [...parts, ...draw.some(filler, 30)]),
    });
  }
  return { documents, cases };
}

/** The questions of short documents, each asked of another one, and words that no language has. */
export function foreignSet(draw: Draw, rounds: number): AnswerSet {
  const { documents, cases } = shortSet(draw, rounds);
  const foreign = cases.map(({ filter }, at): Case => {
    const made = Array.from({ length: 2 + draw.below(4) }, () => draw.some(syllables, 3).join(''));
    const question = at % 3 === 0 ? `${made.join(' ')}?` : cases[(at + 5) % cases.length]!.question;
    return { question, condition: 'easy', filter: filter! };
  });
  return { isApart: true, documents, cases: foreign };
}

const syllables = ['zel', 'quor', 'bra', 'mir', 'tos', 'ven', 'lax', 'dun', 'ika', 'rem'];

/** Now and then the question is of a company that no document knows: then nothing answers it. */
function ofAnother(draw: Draw, kind: Kind, firm: string): Kind {
  if (!kind.question.includes(firm) || draw.below(5) > 0) return kind;
  const name = draw.some(syllables, 3).join('');
  const question = kind.question.replaceAll(firm, name[0]!.toUpperCase() + name.slice(1));
  return { topic: kind.topic, lines: kind.lines, question };
}

const lookalikeTopics = new Set(['act', 'post', 'holder', 'count']);
export const isLookalike = ({ isLookalike: isOne, topic }: Kind): boolean =>
  isOne ?? lookalikeTopics.has(topic);

/** One short document a kind, each asked alone, as who tries a program out does. */
export function shortSet(draw: Draw, rounds: number, only: (kind: Kind) => boolean = () => true): AnswerSet {
  const documents: SetDocument[] = [];
  const cases: Case[] = [];
  for (let round = 0; round < rounds; round++) {
    const firm = draw.of(firms);
    const kinds = madeKinds(draw, firm);
    for (const kind of draw.some(kinds.filter(only), 14)) {
      const { question, answer, lines } = ofAnother(draw, kind, firm);
      const uri = `s${documents.length}`;
      const isAnswer = (line: string): boolean => answer !== undefined && line.includes(answer);
      const own = lines.some(isAnswer) || answer === undefined ? lines.filter(isAnswer) : [answer];
      const kept = draw.some(
        lines.filter((line) => !isAnswer(line)),
        draw.below(6),
      );
      const others = kinds.filter(({ topic, isForeign }) => topic !== kind.topic && isForeign !== true);
      const speaking = kind.isForeign ? [] : others.flatMap((other) => other.lines.filter(isPlain));
      const beside = draw.some([...new Set(speaking)], draw.of([0, 0, 2, 4, 7]));
      const parts = draw.some([...own, ...kept, ...beside], 20);
      documents.push({
        uri,
        title: draw.of(['note', firm, 'terms']),
        text: `${parts.join(draw.of([' ', '\n\n']))}`,
      });
      const isRight = answer && ((cited: { quote: string }) => cited.quote.includes(answer));
      cases.push({
        question,
        condition: answer ? 'answerable' : 'hard',
        filter: { uri },
        ...(isRight ? { isRight } : {}),
      });
    }
  }
  return { isApart: true, documents, cases };
}

const isPlain = (line: string): boolean => !/[|\n:]|^[-\d]/.test(line);

/** Lines in drawn order: sentences now and then joined to paragraphs, with headings between them. */
function layOut(draw: Draw, lines: readonly string[]): string {
  let text = '';
  for (const line of draw.some(lines, lines.length)) {
    if (draw.below(12) === 0) text += `\n\n## ${draw.of(headings)}\n\n`;
    text += isPlain(line) && !text.endsWith('\n\n') && draw.below(3) > 0 ? ` ${line}` : `\n\n${line}`;
    if (!isPlain(line)) text += '\n\n';
  }
  return text.replaceAll(/\n{3,}/g, '\n\n').trim();
}

const headings = words(
  'Governance|Our business|Risk factors|Terms|Operation|Maintenance|People|Results|General provisions|Outlook|Notes',
);
