/**
 * Long documents made of many passages of one source, with questions that are not made of the words of what answers them:
 * questions that stand over a passage, rules turned to questions and statements, and claims of science.
 */
import { readScifact } from '../../bench/answers/scifact.ts';
import type { Draw } from './draw.ts';
import {
  addresses,
  kindsOfDocument,
  parties,
  readSource,
  shared,
  titled,
  type AnswerSet,
  type Case,
  type IsRight,
  type SetDocument,
} from './sets.ts';

interface Section {
  readonly text: string;
  /** What stands over it; a question is asked and not shown. */
  readonly headings: readonly string[];
  readonly questions: readonly string[];
}

/** The passages of a source in order, each once, with all that is asked of it or stands over it. */
function sectionsOf(source: string): Section[] {
  const sections = new Map<string, { headings: string[]; questions: string[] }>();
  for (const { q, p, kind } of readSource(source) ?? []) {
    if (p.length < 120) continue;
    const section = sections.get(p) ?? { headings: [], questions: [] };
    sections.set(p, section);
    const text = q.replaceAll(/\s+/g, ' ').trim();
    const end = text.indexOf('?');
    if (kind === 'question-answer' && end > 0) {
      if (!/^which of/i.test(text)) section.questions.push(text.slice(0, end + 1));
    } else if (text.length < 120 && kind !== 'term-definition' && kind !== 'caption-paragraph')
      section.headings.push(text);
  }
  return Array.from(sections, ([text, rest]) => ({ text, ...rest }));
}

interface Asked {
  readonly question: string;
  /** The sentence that answers, where it is known. */
  readonly sentence?: string;
}

/** Passages a document. */
const passages = 120;

interface LongOptions {
  readonly sources: readonly string[];
  /** Questions a source, at most. */
  readonly most: number;
  readonly draw: Draw;
  readonly ask: (section: Section) => readonly Asked[];
}

/**
 * Of what is asked a third has no answer: its passage, and those that stand under the same heading, are left out of the document, or the one
 * sentence that answers. Half of the questions name their document.
 */
function longSet({ sources, most, draw, ask }: LongOptions): AnswerSet {
  const documents: SetDocument[] = [];
  const cases: Case[] = [];
  for (const source of sources) {
    const sections = sectionsOf(source);
    const parts = Math.ceil(sections.length / passages);
    const usable = draw.some([...Array(parts).keys()], 12);
    for (const part of usable) {
      const own = sections.slice(part * passages, (part + 1) * passages);
      const uri = `${source}-${part}`;
      const title = `${draw.of(parties)} ${draw.of(kindsOfDocument)}`;
      const isNamed = draw.below(2) === 0;
      const able = own.flatMap((section) => draw.some(ask(section), 1).map((asked) => ({ section, asked })));
      const chosen = draw.some(able, Math.ceil(most / usable.length));
      const gone = new Set<Section>();
      const cut: string[] = [];
      for (const { section, asked } of chosen) {
        const question = isNamed ? draw.of(addresses)(title, asked.question) : asked.question;
        if (draw.below(3) === 0) {
          cases.push({ question, condition: 'hard' });
          if (asked.sentence !== undefined && draw.below(2) === 0) cut.push(asked.sentence);
          else
            for (const other of own)
              if (other === section || other.headings.some((one) => section.headings.includes(one)))
                gone.add(other);
        } else {
          const isRight: IsRight = ({ uri: place, quote }) =>
            place === uri &&
            (asked.sentence === undefined ? section.text.includes(quote) : quote.includes(asked.sentence));
          cases.push({ question, condition: 'answerable', isRight });
        }
      }
      const style = draw.of([0, 10, 20]);
      const text = own
        .filter((section) => !gone.has(section))
        .map((section, number) => {
          const [heading] = section.headings;
          return heading === undefined ? section.text : titled(heading, section.text, { number, style });
        })
        .join('\n\n');
      const left = cut.reduce((rest, sentence) => rest.replaceAll(sentence, ''), text);
      documents.push({ uri, text: left, ...(isNamed ? { title } : {}) });
    }
  }
  const present = cases.filter(
    ({ isRight }) =>
      isRight === undefined ||
      documents.some(({ uri, text }) =>
        sentencesOf(text).some((quote) => isRight({ uri, quote, charStart: 0, charEnd: 0 })),
      ),
  );
  return { documents, cases: present };
}

const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?])\s+|\n+/).filter((line) => line.length > 20);

/** Questions that stand over a passage of a manual, a handbook or a page of questions. */
export const frequent = (sources: readonly string[], most: number, draw: Draw): AnswerSet =>
  longSet({
    sources,
    most,
    draw,
    ask: ({ questions }) =>
      questions.filter((question) => question.split(' ').length > 3).map((question) => ({ question })),
  });

const lower = (text: string): string => text[0]!.toLowerCase() + text.slice(1);

const rule =
  /^(.{3,60}?) (shall not|must not|may not|shall|must|may|is required to|are required to|is entitled to|is prohibited from) ((?!have been|be deemed)[a-z].{25,240})\.$/;

/** Rules as who does not know their words asks for them: by yes or no, or as a statement that they bear out or contradict. */
export function clauses(sources: readonly string[], most: number, draw: Draw): AnswerSet {
  const synonyms = synonymsOf();
  /** What is left of a rule in other words: of some most, of others little. */
  const told = (rest: string): string => {
    const plain = rest
      .replaceAll(/\([^)]*\)/g, ' ')
      .split(/[;:]|, (?:and|or|if|unless|except|which|as|to) /)[0]!;
    const words = plain.match(/[\p{L}\p{N}’'-]+/gu) ?? [];
    const [share, others] = [3 + draw.below(6), draw.below(6)];
    const kept = words
      .slice(0, 6 + draw.below(16))
      .filter((word, at) => at === 0 || word.length < 4 || draw.below(10) < share);
    return kept
      .map((word) => (draw.below(10) < others ? draw.of(synonyms.get(word) ?? [word]) : word))
      .join(' ');
  };
  return longSet({
    sources,
    most,
    draw,
    ask: ({ text }) =>
      sentencesOf(text).flatMap((sentence) => {
        const [, subject = '', modal = '', rest = ''] = rule.exec(sentence) ?? [];
        if (modal === '') return [];
        const who = draw.of([
          lower(subject),
          lower(subject),
          lower(subject).split(' ').slice(-2).join(' '),
          'a party',
          'anyone',
        ]);
        const act = told(rest).replace(/^be (\w+ed) by .*/, 'be $1');
        const question = draw.of([
          `Is ${who} required to ${act}?`,
          `Is ${who} allowed to ${act}?`,
          `May ${who} ${act}?`,
          `Can ${who} ${act}?`,
          `Must ${who} ${act}?`,
          `Does it require ${who} to ${act}?`,
          `Does the document permit ${who} to ${act}?`,
          `Does it say whether ${who} may ${act}?`,
          `Who may ${act}?`,
          `When must ${who} ${act}?`,
          `${who} ${modal} ${act}.`,
          `${who} shall not ${act}.`,
          `${who} may ${act}.`,
          `Some duties of ${who} are to ${act}.`,
        ]);
        return [{ question: question[0]!.toUpperCase() + question.slice(1), sentence }];
      }),
  });
}

function synonymsOf(): Map<string, string[]> {
  const synonyms = new Map<string, string[]>();
  for (const { q, p } of readSource('wordnet-synonyms') ?? []) {
    for (const [word, other] of [
      [q, p],
      [p, q],
    ] as const) {
      if (/^[a-z]{4,}$/.test(word) && /^[a-z ]{3,}$/.test(other))
        synonyms.set(word, [...(synonyms.get(word) ?? []), other]);
    }
  }
  return synonyms;
}

/** SciFact's claims of the part for training, over all abstracts: right is a sentence of the evidence. */
export function claims(): AnswerSet | undefined {
  const cited = readScifact(shared, 'train');
  if (cited === undefined) return undefined;
  const texts = new Map<string, string>();
  for (const { document, sentences } of cited) texts.set(document, sentences.join(' '));
  const cases = [...new Set(cited.map(({ claim }) => claim))].map((claim): Case => {
    const list = cited.filter((one) => one.claim === claim);
    const able = list.filter(({ evidence }) => evidence.length > 0);
    if (able.length === 0) return { question: claim, condition: 'hard' };
    const isRight: IsRight = ({ uri, quote }) =>
      able.some(
        ({ document, sentences, evidence }) =>
          document === uri && evidence.flat().some((at) => same(sentences[at]!, quote)),
      );
    return { question: claim, condition: 'answerable', isRight };
  });
  return { documents: Array.from(texts, ([uri, text]) => ({ uri, text })), cases };
}

const same = (sentence: string, quote: string): boolean =>
  sentence.includes(quote) || quote.includes(sentence);
