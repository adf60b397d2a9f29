/**
 * Documents whose lines name something and say it beside that: forms, bills, data sheets, settings, notices, glossaries. Who asks for what is
 * not there finds lines whose name is longer than what is asked, or sentences that only speak of it.
 */
import { catalogues, type Attribute, type Catalogue } from './catalogues.ts';
import type { Draw } from './draw.ts';
import { records } from './records.ts';
import { readSource, type AnswerSet, type Case, type SetDocument } from './sets.ts';

const words = (list: string): string[] => list.split('|');
const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

/** Lists of values; the others are drawn below. */
const lists: Readonly<Record<string, readonly string[]>> = {
  person: words(
    'Mara Novak|Jonas Brandt|Elena Osei|Viktor Hale|Aisha Quill|Tomas Varga|Ingrid Nakata|Samuel Petit',
  ),
  city: words('Arlen|Brockmouth|Caldera|Dornstadt|Eastwick|Fairhaven|Granvik|Holmfirth|Istrad|Kelso'),
  country: words('Ireland|Denmark|Ontario|Victoria|Bavaria|Scotland'),
  firm: words('Norvane|Tellurix|Branford|Costavia|Ostermark|Pellworm|Quantia'),
  company: words('Redlow|Solmere|Trivanta|Umbriel|Vexford|Wrenfield'),
  colour: words('white|dark green|silver|navy blue|grey'),
  material: words('brass|stainless steel|glass and oak|polyamide|cast iron'),
  post: words('carpenter|nurse|bookkeeper|teacher|pilot'),
  status: words('granted|refused|pending|fixed-term|open'),
  level: words('debug|warn|info|trace'),
  exam: words('an oral test|a written paper|a portfolio|a practical test'),
  risk: words('fire and flood|theft|breakage of glass|storm|loss of luggage'),
  effect: words('illness|a move|a change of work|noise'),
  support: words('by e-mail|by telephone on working days|day and night'),
  group: words('members under 30|residents|staff|small firms'),
  often: words(
    'weekly|every 6 months|twice a day|once a year|every two weeks|quarterly|daily at 6 am|three times per week|annually|each month|every 500 hours|on the first Monday of every month',
  ),
  committee: words('audit committee|risk committee|works council'),
};
const months = words('January|March|May|June|August|October|November');

function valueOf({ value }: Attribute, draw: Draw): string {
  const date = (): string => `${1 + draw.below(28)} ${draw.of(months)} ${2012 + draw.below(14)}`;
  const others: Readonly<Record<string, () => string>> = {
    n: () => String(2 + draw.below(900)),
    pct: () => `${1 + draw.below(19)}.${draw.below(9)}`,
    days: () => String(draw.of([7, 10, 14, 20, 30, 45, 60, 90])),
    money: () => `${draw.of(['$', '€', '£'])}${1 + draw.below(90)}${draw.of(['', '0', '.50', ',500'])}`,
    thousands: () => (500 + draw.below(90_000)).toLocaleString('en'),
    someYear: () => draw.of([String(1890 + draw.below(130)), date()]),
    date,
  };
  return value.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const list = lists[name];
    return list === undefined ? (others[name]?.() ?? whole) : draw.of(list);
  });
}

interface Entry {
  readonly label: string;
  readonly value: string;
}

interface Laid {
  readonly text: string;
  /** What a quote of each entry holds, in the order of the entries. */
  readonly quotes: readonly string[];
}

/** How entries stand below one another. */
const layouts: readonly ((entries: readonly Entry[]) => Laid)[] = [
  (entries) => lines(entries, ({ label, value }) => `${label}: ${value}`, '\n'),
  (entries) => lines(entries, ({ label, value }) => `${label}: ${value}`, '\n\n'),
  (entries) => lines(entries, ({ label, value }) => `- ${label}: ${value}`, '\n'),
  (entries) => lines(entries, ({ label, value }) => `**${label}:** ${value}`, '  \n'),
  (entries) => lines(entries, ({ label, value }) => `**${label}** – ${value}.`, '\n\n'),
  (entries) => lines(entries, ({ label, value }) => `${label} — ${value}.`, '\n\n'),
  (entries) => lines(entries, ({ label, value }) => `- ${label}\n  ${value}`, '\n'),
  (entries) => lines(entries, ({ label, value }) => `${`${label} `.padEnd(34, ' ')} ${value}`, '\n'),
  (entries) => inTable(entries, ''),
  (entries) => inTable(entries, ''),
  (entries) => inTable(entries, '| Item | Details |\n| --- | --- |\n'),
];

/** With what is said in a sentence of its own behind the name. */
const clausesOf = (entries: readonly Entry[]): Laid => ({
  text: entries.map(({ label, value }) => `${label}. ${value}`).join('\n\n'),
  quotes: entries.map(({ value }) => value),
});

function lines(entries: readonly Entry[], write: (entry: Entry) => string, between: string): Laid {
  const written = entries.map(write);
  return { text: written.join(between), quotes: written.map((line) => line.trim()) };
}

function inTable(entries: readonly Entry[], head: string): Laid {
  const rows = entries.map(({ label, value }) => `| ${label} | ${value} |`);
  const all = head === '' ? [rows[0]!, '| --- | --- |', ...rows.slice(1)] : rows;
  return { text: head + all.join('\n'), quotes: rows };
}

/** Names of something else that have the whole name of a thing in them. */
const qualified: readonly ((label: string) => string)[] = [
  (label) => `Previous ${label.toLowerCase()}`,
  (label) => `Estimated ${label.toLowerCase()}`,
  (label) => `Minimum ${label.toLowerCase()}`,
  (label) => `${label} of the replacement`,
  (label) => `${label} before the change`,
  (label) => `Spare part ${label.toLowerCase()}`,
  (label) => `${label} at night`,
];
const mentions: readonly ((label: string) => string)[] = [
  (label) => `The ${label.toLowerCase()} is checked once a year.`,
  (label) => `Please tell us if the ${label.toLowerCase()} changes.`,
  (label) => `Questions about the ${label.toLowerCase()} are answered at the desk.`,
  (label) => `See the back of the page for the ${label.toLowerCase()}.`,
];

const all: readonly Catalogue[] = [...records, ...catalogues];

/**
 * A sheet a thing; most are asked alone, some among all sheets, where the question names the thing.
 *
 * @param filler Paragraphs that stand between.
 */
export function sheets(draw: Draw, rounds: number, filler: readonly string[]): AnswerSet {
  const documents: SetDocument[] = [];
  const cases: Case[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const [topic, { noun, things, attributes }] of all.entries()) {
      const uri = `sheet-${round}-${topic}`;
      const thing = `${draw.of(things)} ${draw.of(['K', 'R', 'V'])}${round}`;
      const [asked, ...others] = draw.some(attributes, 3 + draw.below(attributes.length - 3)) as [
        Attribute,
        ...Attribute[],
      ];
      const label = draw.of(asked.columns).replace('{pct}', String(1 + draw.below(20)));
      const isThere = draw.below(3) > 0;
      const near =
        draw.below(2) === 0 ? [{ label: draw.of(qualified)(label), value: valueOf(asked, draw) }] : [];
      const isInSentences = draw.below(6) === 0;
      const own = { label, value: isInSentences ? sentenceOf(asked, thing, draw) : valueOf(asked, draw) };
      const rest = others.map((one) => ({
        label: draw.of(one.columns).replace('{pct}', '7'),
        value: isInSentences ? sentenceOf(one, thing, draw) : valueOf(one, draw),
      }));
      const entries = draw.some([...(isThere ? [own] : []), ...near, ...rest], 12);
      const laid = (isInSentences ? clausesOf : draw.of(layouts))(
        entries.map((one) => ({ ...one, label: capital(one.label) })),
      );
      const parts = [
        laid.text,
        ...draw.some(filler, draw.of([0, 0, 1, 3, 8])),
        ...(draw.below(2) === 0 ? [draw.of(mentions)(label)] : []),
      ];
      const isTitled = draw.below(3) > 0;
      documents.push({
        uri,
        title: isTitled ? capital(thing) : noun,
        text: `${draw.below(2) === 0 ? `# ${capital(thing)}\n\n` : ''}${draw.some(parts, parts.length).join('\n\n')}`,
      });
      const question = draw.of(asked.questions);
      const isAlone = !question.includes('{thing}') || !isTitled || draw.below(3) > 0;
      const answer = isThere ? laid.quotes[entries.indexOf(own)]! : undefined;
      cases.push({
        question: question.replace('{thing}', thing),
        condition: isThere ? 'answerable' : 'hard',
        topic: 3 * topic,
        ...(isAlone ? { filter: { uri } } : {}),
        ...(answer === undefined
          ? {}
          : { isRight: (cited) => cited.uri === uri && cited.quote.includes(answer) }),
      });
    }
  }
  return { documents, cases };
}

function sentenceOf(one: Attribute, thing: string, draw: Draw): string {
  return capital(draw.of(one.sentences).replaceAll('{thing}', thing).replace('{value}', valueOf(one, draw)));
}

/** As contracts, laws and books explain their words in sentences. */
const explanations: readonly ((entries: readonly Entry[]) => Laid)[] = [
  (entries) => lines(entries, ({ label, value }) => `“${label}” means ${value}`, '\n\n'),
  (entries) => lines(entries, ({ label, value }) => `"${label}" shall mean ${value}`, '\n'),
  (entries) => lines(entries, ({ label, value }) => `${capital(label)} is ${value}`, '\n\n'),
  (entries) => lines(entries, ({ label, value }) => `The term ${label} refers to ${value}`, ' '),
  (entries) =>
    lines(entries, ({ label, value }) => `${/^[aeiou]/i.test(label) ? 'An' : 'A'} ${label} is ${value}`, ' '),
];

const define: readonly ((term: string) => string)[] = [
  (term) => `What is ${/^[aeiou]/i.test(term) ? 'an' : 'a'} ${term}?`,
  (term) => `What does "${term}" mean?`,
  (term) => `What is ${term}?`,
  (term) => `What does ${term} mean?`,
  (term) => `What is meant by ${term}?`,
  (term) => `How is ${term} defined?`,
  (term) => `Define ${term}.`,
  (term) => `What is the meaning of ${term}?`,
];
/** Terms and sections a document. */
const [terms, sections] = [40, 25];

/** Glossaries of books among their sections; of what is asked a third is not explained. */
export function glossaries(sources: readonly string[], most: number, draw: Draw): AnswerSet {
  const documents: SetDocument[] = [];
  const cases: Case[] = [];
  for (const source of sources) {
    const pairs = readSource(source) ?? [];
    const defined = pairs.filter(
      ({ q, p, kind }) => kind === 'term-definition' && q.length < 40 && p.length < 300,
    );
    const prose = pairs
      .filter(({ p, kind }) => kind === 'heading-section' && p.length > 200)
      .map(({ p }) => p);
    const parts = draw.some([...Array(Math.floor(defined.length / terms)).keys()], 6);
    for (const part of parts) {
      const uri = `${source}-${part}`;
      const own = defined.slice(part * terms, (part + 1) * terms);
      const asked = draw.some(own, Math.ceil(most / parts.length));
      const gone = new Set(asked.filter(() => draw.below(3) === 0));
      const entries = own
        .filter((pair) => !gone.has(pair))
        .map(({ q, p }) => ({ label: draw.below(2) === 0 ? q : capital(q), value: p.trim() }));
      const laid = draw.of([...layouts.slice(0, 7), layouts[9]!, layouts[10]!, ...explanations])(entries);
      const isOfNone = (text: string): boolean =>
        asked.every(
          (pair) =>
            !text
              .toLowerCase()
              .includes(gone.has(pair) ? pair.q.toLowerCase() : `${pair.q.toLowerCase()} is `),
        );
      const text = draw.some(
        [laid.text, ...draw.some(prose, 80).filter(isOfNone).slice(0, sections)],
        sections + 1,
      );
      documents.push({ uri, title: `${source} ${part}`, text: text.join('\n\n') });
      for (const pair of asked) {
        const question = draw.of(define)(pair.q);
        const answer = pair.p.trim().slice(0, 60);
        cases.push(
          gone.has(pair)
            ? { question, condition: 'hard', filter: { uri } }
            : {
                question,
                condition: 'answerable',
                filter: { uri },
                isRight: (cited) => cited.uri === uri && cited.quote.includes(answer),
              },
        );
      }
    }
  }
  return { documents, cases };
}
