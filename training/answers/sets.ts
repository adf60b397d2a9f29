/**
 * Questions over documents, with what a right answer is: to train the scorer of answers on, and to measure answers with.
 * Built from ../shared/data, which is not part of the repository; a set whose folder is missing is undefined.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'yaml';
import { groupBy } from '../../src/util/lists/group-by.ts';
import { splitSentences } from '../../src/text/structure/sentences.ts';
import { isTableRow, isTableRule, labelOf } from '../../src/text/structure/table-row.ts';
import { drawFrom, type Draw } from './draw.ts';
import { askedOfClaim } from './asked-of-claim.ts';
import { readScifact } from '../../bench/answers/scifact.ts';

export interface SetDocument {
  readonly uri: string;
  readonly title?: string;
  readonly text: string;
}

/** Whether a quote answers: by its document's uri, its words, its span in the text and its pages. */
export type IsRight = (cited: {
  readonly uri: string;
  readonly quote: string;
  readonly charStart: number;
  readonly charEnd: number;
  /** From 1; known where an answer is measured. */
  readonly pages?: readonly number[];
}) => boolean;

export type Condition = 'answerable' | 'hard' | 'easy';

export interface Case {
  readonly question: string;
  readonly condition: Condition;
  /** The documents that are asked: one, or all but these. */
  readonly filter?: { readonly uri: string | { readonly $nin: readonly string[] } };
  /** Absent where nothing answers. */
  readonly isRight?: IsRight;
  /** Questions of one topic are learned from together or not at all, in whatever language. */
  readonly topic?: number;
}

export interface AnswerSet {
  readonly documents: readonly SetDocument[];
  /** Whether each case is asked of its documents alone, in a knowledge base of their own. */
  readonly isApart?: boolean;
  /** Paths of files to add; their names are their uris. */
  readonly files?: readonly string[];
  readonly cases: readonly Case[];
}

export const shared = new URL('../../../shared/data/', import.meta.url);
const languages = ['en', 'de', 'ar', 'zh'] as const;

interface SquadFile {
  data: {
    title: string;
    paragraphs: {
      context: string;
      qas: { question: string; answers: { text: string; answer_start: number }[] }[];
    }[];
  }[];
}

function xquadOf(language: (typeof languages)[number]): SquadFile['data'] | undefined {
  const file = new URL(`xquad/xquad.${language}.json`, shared);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SquadFile).data : undefined;
}

/**
 * XQuAD: an answer is right when it holds an answer of the gold paragraph. `hard` leaves out that paragraph (of
 * paragraphs) and `easy` its article. Articles of odd number are for training, those of even number for reporting.
 */
export function xquad(
  language: (typeof languages)[number],
  half: 'odd' | 'even',
  unit: 'paragraphs' | 'articles',
): AnswerSet | undefined {
  const data = xquadOf(language);
  if (data === undefined) return undefined;
  const documents: SetDocument[] = [];
  const cases: Case[] = [];
  for (const [number, { paragraphs }] of data.entries()) {
    const articleUri = `a${number}`;
    const starts: number[] = [];
    let length = 0;
    for (const { context } of paragraphs) {
      starts.push(length);
      length += context.length + 2;
    }
    if (unit === 'articles') {
      documents.push({ uri: articleUri, text: paragraphs.map(({ context }) => context).join('\n\n') });
    }
    for (const [at, { context, qas }] of paragraphs.entries()) {
      const uri = unit === 'articles' ? articleUri : `${articleUri}-p${at}`;
      const offset = unit === 'articles' ? starts[at]! : 0;
      if (unit === 'paragraphs') documents.push({ uri, text: context });
      if ((number % 2 === 1 ? 'odd' : 'even') !== half) continue;
      for (const { question, answers } of qas) {
        const isRight: IsRight = (cited) =>
          cited.uri === uri &&
          answers.some(
            ({ text, answer_start: start }) =>
              cited.charStart <= offset + start && offset + start + text.length <= cited.charEnd,
          );
        cases.push({ question, condition: 'answerable', isRight, topic: number });
        if (unit === 'paragraphs')
          cases.push({ question, condition: 'hard', filter: { uri: { $nin: [uri] } }, topic: number });
        const others =
          unit === 'articles'
            ? { uri: { $nin: [uri] } }
            : { uri: { $nin: paragraphs.map((_, index) => `${articleUri}-p${index}`) } };
        cases.push({ question, condition: 'easy', filter: others, topic: number });
      }
    }
  }
  return { documents, cases };
}

/**
 * The documents of a set, so many in one: what is asked of one of them has the others of its document as rivals.
 * Cases that leave out documents are left out themselves.
 */
export function joined(set: AnswerSet | undefined, documents: number): AnswerSet | undefined {
  if (set === undefined) return undefined;
  const places = new Map<string, { readonly uri: string; readonly start: number; readonly end: number }>();
  const texts: string[] = [];
  for (const [at, { uri, text }] of set.documents.entries()) {
    const number = Math.floor(at / documents);
    const before = texts[number] === undefined ? '' : `${texts[number]}\n\n`;
    places.set(uri, { uri: `joined-${number}`, start: before.length, end: before.length + text.length });
    texts[number] = before + text;
  }
  const ownOf = ({ uri, charStart }: Parameters<IsRight>[0]): [string, number] | undefined => {
    for (const [own, place] of places)
      if (place.uri === uri && place.start <= charStart && charStart < place.end) return [own, place.start];
    return undefined;
  };
  const cases = set.cases.flatMap(({ isRight, filter, ...one }): Case[] => {
    if (filter !== undefined) return [];
    if (isRight === undefined) return [one];
    const isRightThere: IsRight = (cited) => {
      const [uri, start] = ownOf(cited) ?? ['', 0];
      const span = { charStart: cited.charStart - start, charEnd: cited.charEnd - start };
      return uri !== '' && isRight({ ...cited, ...span, uri });
    };
    return [{ ...one, isRight: isRightThere }];
  });
  return { documents: texts.map((text, number) => ({ uri: `joined-${number}`, text })), cases };
}

/**
 * XQuAD as near misses: of each paragraph one question is chosen, and the sentence that answers it, or the answer alone, is left out; the rest
 * still speaks of it (`hard`). One other question, whose answer is left, is answerable.
 */
export function xquadCut(
  language: (typeof languages)[number],
  half: 'odd' | 'even',
  draw: Draw,
): AnswerSet | undefined {
  const data = xquadOf(language);
  if (data === undefined) return undefined;
  const documents: SetDocument[] = [];
  const cases: Case[] = [];
  for (const [number, { paragraphs }] of data.entries()) {
    for (const [at, { context, qas }] of paragraphs.entries()) {
      const uri = `a${number}-p${at}`;
      const sentences = splitSentences(context, language);
      const placed = qas.flatMap(({ question, answers }) => {
        const [{ text, answer_start: start }] = answers as [(typeof answers)[number]];
        const sentence = sentences.find((one) => one.start <= start && start + text.length <= one.end);
        const answer = { start, end: start + text.length };
        return sentence ? [{ question, text, sentence, answer }] : [];
      });
      const isOurs = (number % 2 === 1 ? 'odd' : 'even') === half;
      const [gone, ...others] = draw.some(placed, placed.length);
      if (!isOurs || gone === undefined || sentences.length < 2) {
        documents.push({ uri, text: context });
        continue;
      }
      const { start, end } = draw.below(2) === 0 ? gone.sentence : gone.answer;
      const left = context.slice(0, start) + context.slice(end);
      documents.push({ uri, text: left });
      if (!left.includes(gone.text))
        cases.push({ question: gone.question, condition: 'hard', topic: number });
      const kept = others.find(({ sentence }) => sentence !== gone.sentence);
      if (kept === undefined) continue;
      const isRight: IsRight = (cited) => cited.uri === uri && cited.quote.includes(kept.text);
      cases.push({ question: kept.question, condition: 'answerable', isRight, topic: number });
    }
  }
  return { documents, cases };
}

interface Pair {
  readonly q: string;
  readonly p: string;
  readonly kind: string;
}

export function readSource(name: string): Pair[] | undefined {
  const file = new URL(`train/pairs/${name}.jsonl.gz`, shared);
  if (!existsSync(file)) return undefined;
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Pair);
}

const article = /^(?:the |a |an )/i;

/**
 * Countries of the World Factbook as documents of `Field: value.` lines; a made question for some of the fields. Where a
 * country's document lacks the field that another has, the question is one that nothing answers.
 */
export function factbook(half: 'odd' | 'even', draw: Draw): AnswerSet | undefined {
  const pairs = readSource('cia-factbook');
  if (pairs === undefined) return undefined;
  const countries = new Map<string, string[]>();
  const names = [...new Set(pairs.flatMap(({ q }) => (q.endsWith(' Background') ? [q.slice(0, -11)] : [])))];
  for (const { q, p } of pairs) {
    const name = names.find((country) => q.startsWith(`${country} `));
    if (name === undefined) continue;
    const lines = p.split(/(?<=\.)\s+(?=[A-Z][\w ()/-]{2,40}: )/);
    const list = countries.get(name) ?? [];
    list.push(`## ${q.slice(name.length + 1)}\n\n${lines.join('\n\n')}`);
    countries.set(name, list);
  }
  const documents: SetDocument[] = [];
  const cases: Case[] = [];
  let number = 0;
  for (const [country, parts] of countries) {
    number += 1;
    const kept = parts.filter(() => draw.below(4) > 0);
    const text = `# ${country}\n\n${kept.join('\n\n')}`;
    const uri = `country-${number}`;
    documents.push({ uri, title: country, text });
    if ((number % 2 === 1 ? 'odd' : 'even') !== half) continue;
    const fields = parts
      .join('\n\n')
      .split('\n\n')
      .flatMap((line) => {
        const [, field, value] = /^([A-Z][\w ()/-]{2,40}): (\S.{3,200})$/s.exec(line) ?? [];
        return field && value && !/^(?:note|name|other)/i.test(field) ? [{ field, line }] : [];
      });
    for (const { field, line } of draw.some(fields, 4)) {
      const thing = field.toLowerCase().replace(article, '');
      const question = draw.of([
        `What is the ${thing} of ${country}?`,
        `What does the document say about the ${thing} of ${country}?`,
        `${country}: ${thing}?`,
        `Tell me the ${thing} in ${country}.`,
      ]);
      if (text.includes(line)) {
        const isRight: IsRight = (cited) => cited.uri === uri && line.includes(cited.quote.slice(0, 30));
        cases.push({ question, condition: 'answerable', isRight });
      } else cases.push({ question, condition: 'hard' });
    }
  }
  return { documents, cases };
}

/** Question and passage pairs: an answer is right when it stands in the passage of the question. */
export function pairedPassages(source: string, most: number): AnswerSet | undefined {
  const pairs = readSource(source)?.filter(({ kind, q }) => kind === 'question-answer' && /\?\s*$/.test(q));
  if (pairs === undefined) return undefined;
  const draw = drawFrom(5);
  const chosen = draw.some(pairs, most);
  const texts = [...new Set(chosen.map(({ p }) => p))];
  const documents = texts.map((text, index) => ({ uri: `p${index}`, text }));
  const cases = chosen.flatMap(({ q, p }): Case[] => {
    const uri = `p${texts.indexOf(p)}`;
    return [
      { question: q, condition: 'answerable', isRight: (cited) => cited.uri === uri },
      { question: q, condition: 'hard', filter: { uri: { $nin: [uri] } } },
    ];
  });
  return { documents, cases };
}

/** Contracts of ContractNLI in LegalBench-RAG's form: right when the quote meets an annotated span. */
export function contracts(): AnswerSet | undefined {
  const read = readContracts();
  if (read === undefined) return undefined;
  const cases = read.tests.map(({ query, snippets }): Case => {
    const isRight: IsRight = (cited) => snippets.some((snippet) => isIn(snippet, cited));
    return { question: query, condition: 'answerable', isRight };
  });
  return { documents: read.documents, cases };
}

/** How a lawyer would ask for what one of ContractNLI's hypotheses says, by words of that. */
const plainQuestions: readonly (readonly [hypothesis: string, question: string])[] = [
  ['with their employees', 'May confidential information be disclosed to employees?'],
  ['restrict the use', 'For which purposes may confidential information be used?'],
  ['not grant the', 'Does the agreement grant a licence or any rights to the confidential information?'],
  ['consultants, agents', 'May confidential information be shared with advisors or consultants?'],
  ['survive the termination', 'How long do the obligations continue after the agreement ends?'],
  ['from a third party', 'Is information received from a third party confidential?'],
  ['retain some', 'May copies of confidential information be kept after its return?'],
  ['verbally', 'Is information disclosed orally confidential?'],
  ['by law, regulation', 'What must be done before information is disclosed because the law requires it?'],
  ['independently develop', 'Is information that was developed independently confidential?'],
  ['expressly identified', 'Must confidential information be marked as confidential?'],
  ['destroy or return', 'When must confidential information be returned or destroyed?'],
  ['agreed upon or negotiated', 'May the existence of the agreement be disclosed?'],
  ['create a copy', 'May confidential information be copied?'],
  ['reverse engineer', 'Is reverse engineering allowed?'],
  ['soliciting', 'May employees of the other party be solicited or hired?'],
];

/** The same in plain questions, each asked of each contract alone; `hard` where nothing in it bears on the hypothesis. Every second contract was looked at. */
export function plainContracts(half: 'even' | 'odd'): AnswerSet | undefined {
  const read = readContracts();
  if (read === undefined) return undefined;
  const all = read.documents.toSorted((a, b) => (a.uri < b.uri ? -1 : 1));
  const documents = all.filter((_, index) => (index % 2 === 0) === (half === 'even'));
  const cases = documents.flatMap(({ uri }) =>
    plainQuestions.map(([hypothesis, question]): Case => {
      const filter = { uri };
      const evidence = read.tests
        .filter(({ query }) => query.includes(hypothesis))
        .flatMap(({ snippets }) => snippets.filter(({ file_path: file }) => path.basename(file) === uri));
      return evidence.length === 0
        ? { question, filter, condition: 'hard' }
        : {
            question,
            filter,
            condition: 'answerable',
            isRight: (cited) => evidence.some((one) => isIn(one, cited)),
          };
    }),
  );
  return { documents, cases, isApart: true };
}

interface ContractSnippet {
  readonly file_path: string;
  readonly span: readonly [from: number, to: number];
}

const isIn = (
  { file_path: file, span: [from, to] }: ContractSnippet,
  { uri, charStart, charEnd }: Parameters<IsRight>[0],
): boolean => path.basename(file) === uri && charStart < to && from < charEnd;

function readContracts():
  | { tests: { query: string; snippets: ContractSnippet[] }[]; documents: SetDocument[] }
  | undefined {
  const folder = new URL('legal/', shared);
  if (!existsSync(folder)) return undefined;
  const { tests } = JSON.parse(readFileSync(new URL('contractnli.json', folder), 'utf8')) as {
    tests: { query: string; snippets: ContractSnippet[] }[];
  };
  const names = readdirSync(new URL('corpus/', folder));
  const documents = names.map((name) => ({
    uri: name,
    title: name.replace(/\.txt$/, ''),
    text: readFileSync(path.join(folder.pathname, 'corpus', name), 'utf8'),
  }));
  return { tests, documents };
}

export const parties =
  'Quillon Verwood Taskforth Embrel Osterlund Pavique Norrington Halvex Corwen Drayton Ilmari Sundveil Marrowby Kestwick Thornel Brackley Ovidane Ferrant Lindqvist Zamora'.split(
    ' ',
  );
export const kindsOfDocument = [
  'Agreement',
  'Handbook',
  'Guide',
  'Policy',
  'Report',
  'Terms',
  'Manual',
  'Regulations',
];
/** How a question says which document it is asked of; the first leaves it open. */
export const addresses: readonly ((name: string, question: string) => string)[] = [
  (_name, question) => question,
  (name, question) => `Under the ${name}, ${question[0]!.toLowerCase()}${question.slice(1)}`,
  (name, question) => `Consider the ${name}; ${question}`,
  (name, question) => `${question.replace(/\?$/, '')} according to the ${name}?`,
  (name, question) => `In ${name.split(' ')[0]}'s ${name.split(' ')[1]!.toLowerCase()}: ${question}`,
];

/** A section with its heading as Markdown, in capitals, or run in before its first sentence. */
export function titled(
  title: string,
  text: string,
  { number, style }: { number: number; style: number },
): string {
  if (style === 0) return `## ${title}\n\n${text}`;
  return style === 10 ? `${title.toUpperCase()}\n\n${text}` : `${number + 1}. ${title}. ${text}`;
}

/**
 * Texts of several sources as documents of ten sections with their headings, and sentences of them turned to questions: what is
 * asked for is taken out, and of the other words some are left, as who asks does not know the text by heart. `hard`
 * leaves out the document, the sentence, or what is asked for in it.
 */
export function takenOut(
  sources: readonly string[],
  most: number,
  draw: Draw,
  forms: readonly Form[] = allForms,
): AnswerSet {
  const documents: SetDocument[] = [];
  const cases: Case[] = [];
  for (const source of sources) {
    const sections = readSource(source)?.filter(({ p }) => p.length > 200) ?? [];
    const from = draw.below(Math.max(sections.length - 200, 1));
    for (let at = from; at + 10 <= Math.min(sections.length, from + 200); at += 10) {
      const uri = `${source}-${at}`;
      let text = sections
        .slice(at, at + 10)
        .map(({ q, p }, number) =>
          titled(q.replaceAll(/\s+/g, ' ').slice(0, 120), p, { number, style: at % 30 }),
        )
        .join('\n\n');
      const name = `${draw.of(parties)} ${draw.of(kindsOfDocument)}`;
      for (const { question: asked, sentence, without } of draw.some(questionsIn(text, draw, forms), 4)) {
        const isRight: IsRight = ({ uri: place, quote }) => place === uri && quote.includes(sentence);
        const question = at % 20 === 0 ? draw.of(addresses)(name, asked) : asked;
        const kind = draw.below(9);
        if (kind > 2) cases.push({ question, condition: 'answerable', isRight });
        else if (kind === 2) cases.push({ question, condition: 'hard', filter: { uri: { $nin: [uri] } } });
        else {
          text = text.replace(sentence, kind === 0 ? '' : without);
          cases.push({ question, condition: 'hard' });
        }
      }
      documents.push({ uri, text, ...(at % 20 === 0 ? { title: name } : {}) });
    }
  }
  return { documents, cases: draw.some(cases, most) };
}

const small = new Set(
  'the a an of in on at to for and or by with from as is are was were be been has have had it its this that these those which who whom will shall may must can not no if when where than then there their his her our your they we he she you such any all each other into under over after before between during'.split(
    ' ',
  ),
);

const isContent = (word: string): boolean => !small.has(word.toLowerCase());

interface SentenceAsked {
  readonly question: string;
  readonly sentence: string;
  /** The sentence without what is asked for. */
  readonly without: string;
}

/** What is asked for, and how. */
type Form = readonly [RegExp, readonly string[]];

export const oftenForms: readonly Form[] = [
  [
    /\b(?:every (?:\w+ )?(?:hour|day|week|month|quarter|year)s?|each (?:day|week|month|quarter|year)|(?:once|twice|(?:two|three|four|\d+) times) (?:a|per|each|every) (?:hour|day|week|month|quarter|year)|weekly|daily|monthly|quarterly|annually|yearly)\b/,
    ['How often', 'How frequently', 'At what intervals'],
  ],
];

const allForms: readonly Form[] = [
  [
    /\b(?:in|on|since|until|by) (?:(?:[A-Z][a-z]+ )?\d{1,2},? )?(?:1[89]|20)\d\d\b/,
    ['When', 'In what year', 'On what date'],
  ],
  [
    /\$?\b\d[\d,.]*(?: ?%| percent| million| billion)?/,
    ['How many', 'How much', 'What number of', 'What is the'],
  ],
  [/\b(?<!^)[A-Z][a-z]+(?: [A-Z][a-z]+)+\b/, ['Who', 'What', 'Which']],
  [/\b(?:because|in order to|so that|due to) .{10,120}$/, ['Why', 'For what reason']],
  [/^$/, []],
];

function questionsIn(text: string, draw: Draw, forms: readonly Form[]): SentenceAsked[] {
  const sentences = text.match(/(?<=[.!?]\s|\n)[A-Z][^.!?\n|]{50,260}[.](?=\s|$)/g) ?? [];
  return sentences.flatMap((sentence) => {
    const form = forms.find(([pattern]) => pattern.test(sentence.slice(1)));
    if (form === undefined && forms !== allForms) return [];
    const taken = form === undefined ? sentence : sentence[0] + sentence.slice(1).replace(form[0], ' ');
    const openers = form?.[1] ?? ['What', 'How', 'Which', 'What about', 'Is it true that', 'Does', 'What is'];
    const words = taken.replace(/[.]$/, '').match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
    const kept = words.filter((word) => (isContent(word) ? draw.below(10) < 5 : draw.below(10) < 3));
    const content = kept.filter(isContent);
    if (content.length < 2) return [];
    const without = form === undefined ? '' : taken.replaceAll(/ {2,}/g, ' ');
    return [{ question: `${draw.of(openers)} ${kept.join(' ')}?`, sentence, without }];
  });
}

/** By how the names of their files begin. */
const companies: Readonly<Record<string, string>> = {
  ADOBE: 'Adobe',
  AMAZON: 'Amazon',
  AMCOR: 'Amcor',
  BESTBUY: 'Best Buy',
  BOEING: 'Boeing',
  JOHNSON: 'Johnson & Johnson',
  MGMRESORTS: 'MGM Resorts',
  PFIZER: 'Pfizer',
  ULTABEAUTY: 'Ulta Beauty',
};
export const filingsFolder = new URL('finance/pdfs/', shared);

/**
 * Rows of the filings' tables that have a year over a value: "What was Adobe's interest income in 2020?", asked over all
 * filings; right is a row of that name, below that year, in a filing of that company. `hard` asks for a year that no
 * filing reaches. Companies of odd place in the alphabet are for training, the others for reporting.
 *
 * @param textOf The text of a filing by its path.
 */
export function filingRows(
  half: 'odd' | 'even',
  draw: Draw,
  textOf: (path: string) => string,
): AnswerSet | undefined {
  if (!existsSync(filingsFolder)) return undefined;
  const files = readdirSync(filingsFolder).map((name) => path.join(filingsFolder.pathname, name));
  const cases: Case[] = [];
  for (const [at, [prefix, company]] of Object.entries(companies).entries()) {
    if ((at % 2 === 1 ? 'odd' : 'even') !== half) continue;
    const own = files.filter((file) => path.basename(file).toUpperCase().startsWith(prefix));
    const rows = own.flatMap((file) => rowsWithYears(textOf(file)));
    for (const { label, year } of draw.some(rows, 60)) {
      const thing = label[0]!.toLowerCase() + label.slice(1);
      const ask = (when: string): string =>
        draw.of([
          `What was ${company}'s ${thing} in ${when}?`,
          `How much was ${thing} of ${company} in ${when}?`,
          `What is the ${when} ${thing} for ${company}?`,
          `How much ${thing} did ${company} report for ${when}?`,
          `${company}: ${thing} ${when}`,
          `What did ${company} state as ${thing} at the end of ${when}?`,
        ]);
      const isRight: IsRight = ({ uri, quote }) =>
        uri.toUpperCase().startsWith(prefix) && isTableRow(quote) && labelOf(quote).startsWith(label);
      cases.push({ question: ask(year), condition: 'answerable', isRight });
      if (draw.below(3) === 0) cases.push({ question: ask(String(2026 + draw.below(9))), condition: 'hard' });
      if (draw.below(3) === 0) {
        cases.push({ question: ask(year).replaceAll(company, 'Quorvane'), condition: 'hard' });
      }
    }
  }
  return { documents: [], files, cases };
}

function rowsWithYears(text: string): { label: string; year: string }[] {
  const rows: { label: string; year: string }[] = [];
  let years: string[] = [];
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    if (!isTableRow(line)) years = [];
    else if (isTableRule(lines[at + 1] ?? '')) years = line.match(/\b20\d\d\b/g) ?? [];
    else if (years.length > 0 && !isTableRule(line)) {
      const label = labelOf(line).split(/,| \(/)[0]!;
      const isPlain = /^[A-Z][a-z]+(?: [a-z]+){0,5}$/.test(label);
      if (isPlain && /\d{2}/.test(line)) rows.push({ label, year: years[0]! });
    }
  }
  return rows;
}

interface FinanceQuestion {
  readonly doc_name: string;
  readonly question: string;
  /** `evidence_page_num` counts from 0. */
  readonly evidence: readonly { readonly evidence_page_num: number }[];
}

/** FinanceBench over its filings: right when the quote stands on a page of the evidence. */
export function financeBench(): AnswerSet | undefined {
  if (!existsSync(filingsFolder)) return undefined;
  const lines = readFileSync(new URL('finance/questions.jsonl', shared), 'utf8').trim().split('\n');
  const cases = lines.map((line): Case => {
    const { doc_name: name, question, evidence } = JSON.parse(line) as FinanceQuestion;
    const wanted = new Set(evidence.map(({ evidence_page_num: page }) => page + 1));
    const isRight: IsRight = ({ uri, pages = [] }) =>
      uri === `${name}.pdf` && pages.some((page) => wanted.has(page));
    return { question, condition: 'answerable', isRight };
  });
  const files = readdirSync(filingsFolder).map((name) => path.join(filingsFolder.pathname, name));
  return { documents: [], files, cases };
}

interface ExampleQuestion {
  readonly query: string;
  readonly answerable: boolean;
  readonly documents?: readonly { readonly name: string; readonly quote: string }[];
}

const plain = (text: string): string => text.replaceAll(/[\s|]+/g, ' ').trim();

/** The questions of examples/questions.yaml: right when the quote has a part of an expected one. */
export function examples(): AnswerSet {
  const folder = new URL('../../examples/', import.meta.url);
  const questions = parse(readFileSync(new URL('questions.yaml', folder), 'utf8')) as ExampleQuestion[];
  const cases = questions.map(({ query, answerable, documents = [] }): Case => {
    if (!answerable) return { question: query, condition: 'hard' };
    const isRight: IsRight = ({ uri, quote }) =>
      documents.some(
        ({ name, quote: wanted }) =>
          uri === name && (plain(quote).includes(plain(wanted)) || plain(wanted).includes(plain(quote))),
      );
    return { question: query, condition: 'answerable', isRight };
  });
  return {
    documents: [],
    files: [new URL('documents', folder).pathname],
    cases,
  };
}

/** Abstracts beside those that the claims cite. */
const otherAbstracts = 600;

/**
 * SciFact's claims as plain questions over abstracts: right is a sentence of the evidence, whether it supports the claim or contradicts it. `hard` are
 * claims that their abstracts do not tell of, and the others asked without the abstracts of their evidence. The scorer learned from the claims of the part for training.
 */
export function scifactQuestions(part: 'train' | 'validation'): AnswerSet | undefined {
  const cited = readScifact(shared, part);
  if (cited === undefined) return undefined;
  const lines = readFileSync(new URL('retrieval/scifact/corpus.jsonl', shared), 'utf8').trim().split('\n');
  const all = lines.map((line) => JSON.parse(line) as { _id: string; title: string; text: string });
  const wanted = new Set(cited.map(({ document }) => document));
  const others = all.filter(({ _id: id }) => !wanted.has(id)).slice(0, otherAbstracts);
  const documents = [...all.filter(({ _id: id }) => wanted.has(id)), ...others].map(
    ({ _id: uri, title, text }) => ({ uri, title, text }),
  );
  const plainWords = new Set(all.flatMap(({ text }) => text.match(/(?<=[a-z] )[a-z][a-z-]+/g) ?? []));
  const claims = [...groupBy(cited, ({ claim }) => claim)];
  const cases = claims.flatMap(([claim, places]): Case[] => {
    const question = askedOfClaim(claim, (word) => plainWords.has(word));
    if (question === undefined) return [];
    const evidence = new Map(
      places.map(({ document, sentences, evidence: sets }) => [
        document,
        sets.flat().map((at) => sentences[at]!),
      ]),
    );
    if ([...evidence.values()].every((sentences) => sentences.length === 0))
      return [{ question, condition: 'hard' }];
    const isRight: IsRight = ({ uri, quote }) =>
      (evidence.get(uri) ?? []).some((sentence) => quote.includes(sentence) || sentence.includes(quote));
    return [
      { question, condition: 'answerable', isRight },
      { question, condition: 'hard', filter: { uri: { $nin: [...evidence.keys()] } } },
    ];
  });
  return { documents, cases };
}
