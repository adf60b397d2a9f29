/**
 * Which places of a collection change what an answer quotes: `In clause 18.4 … is replaced by` in the amendment of an agreement, `§ 7 wird wie folgt
 * neu gefasst` in a later statute, `supersedes version 1.0` in the next version of a policy. Read are the passages that were found for the question, and those of
 * one more search by the clause and the names of its document.
 */
import type { DocumentContent } from '../../store/store.ts';
import {
  clauseAt,
  clauseReferences,
  isSameClause,
  type ClauseNumber,
} from '../../text/structure/clause-numbers.ts';
import { splitSentences } from '../../text/structure/sentences.ts';
import { splitUnits, type Unit } from '../../text/structure/quotable-units.ts';
import { analyse } from '../../text/terms/analyser.ts';
import { couldHavePhrase, phrasePattern, phrasesIn } from '../../text/words/phrases.ts';
import { wordsOf } from '../../text/words/words-of.ts';
import type { Document, Passage } from '../../types.ts';
import { documentKey, type DocumentPlace } from '../../util/ids/document-key.ts';
import { changesIn, mayChange, type Change } from './changes.ts';
import { isMeant, openingLength } from './named-document.ts';
import { replaces } from './replaced-document.ts';

/** Where something that is quoted begins. */
export interface QuotedPlace extends DocumentPlace {
  readonly charStart: number;
}

export interface AmendmentSources {
  /** What was found for the question. */
  readonly passages: readonly Passage[];
  readonly contents: (place: DocumentPlace) => Promise<DocumentContent | undefined>;
  readonly document: (place: DocumentPlace) => Document | undefined;
  /** Finds further passages of a collection by words. */
  readonly search?: ((words: string, collection: string) => Promise<readonly Passage[]>) | undefined;
}

export interface Amendment {
  readonly of: QuotedPlace;
  /** What it does: `changes clause 18.4`. */
  readonly change: string;
  /** The title of what says so, and the number of its clause: `Amendment No. 1, 3.2`. */
  readonly by: string;
  readonly passage: Passage;
  readonly quote: string;
  /** An offset in the document of the passage. */
  readonly charStart: number;
}

/** What the change of a whole document does. */
export const replacing = 'replaces or changes the document';

interface WholeDocument {
  readonly document: Document;
  readonly content: DocumentContent;
}

interface Quoted extends WholeDocument {
  readonly place: QuotedPlace;
  readonly clause: ClauseNumber;
}

/** Amendments of one answer. */
const mostAmendments = 3;
/** Words of change that are searched for, and names of the document. */
const mostWords = 8;
const mostNames = 4;
/** Two words with capitals at least: who or what a text is about. */
const capitalised = /(?<!\p{L})\p{Lu}[\p{L}’'-]{1,30}(?: \p{Lu}[\p{L}’'-]{1,30}){1,4}/gu;
/** What is quoted of the wording that a sentence leads in to, in characters. */
const longestWording = 600;

/** The places that change what stands at others, in the order of the passages; the search is made where one of these stands in a clause that is counted. */
export async function findAmendments(
  places: readonly QuotedPlace[],
  sources: AmendmentSources,
): Promise<Amendment[]> {
  const { passages, search } = sources;
  const quoted = await readAll(places, sources);
  const first = quoted.find(({ clause }) => clause.length > 0);
  const more = first && search ? await search(wordsFor(first), first.document.collection) : [];
  const known = new Set(passages.flatMap(chunkKeysOf));
  const all = [...passages, ...more.filter((passage) => !chunkKeysOf(passage).some((key) => known.has(key)))];
  const found: Amendment[] = [];
  for (const passage of all) {
    const document = sources.document(passage);
    const statements = document === undefined ? [] : statementsIn(passage, document, quoted);
    const content = statements.length === 0 ? undefined : await sources.contents(passage);
    if (document === undefined || content === undefined) continue;
    const by = { document, content };
    found.push(...statements.flatMap((one) => amendmentsBy({ ...one, by, passage }, quoted)));
  }
  return found.filter(isFirst).slice(0, mostAmendments);
}

/** The sentences of the paragraphs of a passage that name the clause of a place and may change it, or may replace the whole document at the beginning of another one. */
function statementsIn(
  { text, charStart }: Passage,
  { language = 'en' }: Document,
  quoted: readonly Quoted[],
): { unit: Unit; charStart: number }[] {
  const { replaces: whole } = wordsOf(language).amending;
  let next = charStart;
  return text.split('\n\n').flatMap((paragraph) => {
    const start = next;
    next += paragraph.length + 2;
    const isOpening = start < openingLength && couldHavePhrase(paragraph, whole);
    if (!isOpening && !(isOfClause(paragraph, language, quoted) && mayChange(paragraph, language))) return [];
    return splitUnits(paragraph, { language })
      .filter(({ kind }) => kind !== 'heading')
      .map((unit) => ({ unit, charStart: start + unit.start }));
  });
}

const isOfClause = (text: string, language: string, quoted: readonly Quoted[]): boolean =>
  quoted.some(({ clause: [first] }) => first !== undefined && mayHoldNumber(text, first)) &&
  clauseReferences(text, language).some(({ number }) =>
    quoted.some(({ clause }) => isSameClause(number, clause)),
  );

/** A quick look, before patterns: numbers of other scripts are read by these. */
const mayHoldNumber = (text: string, number: string): boolean =>
  text.includes(number) || text.includes(number.toUpperCase()) || /[^\p{ASCII}\p{Script=Latin}]/u.test(text);

/** One of several that say the same of one document. */
const isFirst = (one: Amendment, index: number, all: readonly Amendment[]): boolean =>
  all.findIndex(
    (other) =>
      other.charStart === one.charStart &&
      other.change === one.change &&
      documentKey(other.passage) === documentKey(one.passage) &&
      documentKey(other.of) === documentKey(one.of),
  ) === index;

const chunkKeysOf = ({ collection, chunkIds }: Passage): string[] =>
  chunkIds.map((chunkId) => JSON.stringify([collection, chunkId]));

async function readAll(
  places: readonly QuotedPlace[],
  { contents, document }: AmendmentSources,
): Promise<Quoted[]> {
  const quoted: Quoted[] = [];
  for (const place of places) {
    const [of, content] = [document(place), await contents(place)];
    if (of === undefined || content === undefined) continue;
    const { sections } = content;
    const clause = clauseAt(content.text, place.charStart, { sections, language: of.language });
    quoted.push({ place, document: of, content, clause });
  }
  return quoted;
}

/** What is searched for: the title, the names and the number of a clause, and words of change. */
function wordsFor({ document, content, clause }: Quoted): string {
  const language = document.language ?? 'en';
  const names = content.text.slice(0, openingLength).match(capitalised) ?? [];
  const changes = phrasesIn(wordsOf(language).amending.changes).map((word) => word.replace('*', ''));
  const numbers = clause.map((_part, index) => clause.slice(0, index + 1).join('.')).slice(0, 2);
  return [
    document.title,
    ...[...new Set(names)].slice(0, mostNames),
    ...numbers,
    ...changes.slice(0, mostWords),
  ].join(' ');
}

interface Statement {
  readonly by: WholeDocument;
  readonly passage: Passage;
  readonly unit: Unit;
  /** Of the unit, an offset in the document. */
  readonly charStart: number;
}

/** What a sentence changes of what is quoted. */
function amendmentsBy(statement: Statement, quoted: readonly Quoted[]): Amendment[] {
  const { by, passage, unit, charStart } = statement;
  const { text, sections } = by.content;
  const language = by.document.language ?? 'en';
  const changes = isOfClause(unit.text, language, quoted) ? changesIn(unit.text, language) : [];
  return quoted.flatMap((each): Amendment[] => {
    const change = changes.find(({ number }) => isSameClause(number, each.clause));
    const isByClause = change !== undefined && isOf(each, statement, change);
    const does = isByClause
      ? `${change.goesBefore ? 'overrides' : 'changes'} ${change.named}`
      : replaces(unit.text, { by, charStart, replaced: each }, language) && replacing;
    if (!does) return [];
    const clause = clauseAt(text, charStart, { sections, language }).join('.');
    const title = isSame(each, by) ? '' : `“${by.document.title}”`;
    const quote = text.slice(charStart, endOfWording(text, charStart + unit.text.length));
    const name = [title, clause].filter(Boolean).join(', ');
    return [{ of: each.place, change: does, by: name, passage, quote, charStart }];
  });
}

const isSame = (one: WholeDocument, other: WholeDocument): boolean =>
  documentKey(one.document) === documentKey(other.document);

/**
 * Whether what changes a clause of that number means the document of this one: the sentence or the opening of its document names it. In one document a clause may go before
 * another one; what its clauses on amendments say of others changes none.
 */
function isOf(quoted: Quoted, { by, unit, charStart }: Statement, { goesBefore, of }: Change): boolean {
  const language = by.document.language ?? 'en';
  const terms = (text: string) => analyse(text, language);
  const title = new Set(terms(quoted.document.title));
  if (of !== undefined && !terms(of).some((term) => title.has(term))) return false;
  if (isSame(quoted, by)) {
    const { charStart: at } = quoted.place;
    return goesBefore && !(charStart <= at && at < charStart + unit.text.length);
  }
  const own = new Set(terms(by.document.title));
  // Agreements made after one template change none of each other.
  if (title.size === own.size && [...title].every((term) => own.has(term))) return false;
  const meant = { document: quoted.document, text: quoted.content.text };
  return [namingIn(by, language), unit.text].some((naming) => isMeant(naming, meant, language));
}

/** What stands before the first section of a document whose title or first line says that it changes another one; else the sentences there that do. */
function namingIn(
  { document: { title }, content: { text, sections } }: WholeDocument,
  language: string,
): string {
  const starts = sections.map(({ charStart }) => charStart).filter((start) => start >= shortestOpening);
  const opening = text.slice(0, Math.min(openingLength, ...starts));
  const { changes } = wordsOf(language).amending;
  const saysSo = (words: string) =>
    couldHavePhrase(words, changes) && words.search(phrasePattern(changes)) !== -1;
  const [heading = ''] = opening.trimStart().split('\n', 1);
  if (saysSo(title) || saysSo(heading)) return `${title}\n${opening}`;
  const sentences = splitSentences(opening, language).map(({ start, end }) => opening.slice(start, end));
  return sentences.filter(saysSo).join('\n');
}

/** Titles in several lines, and the words right below, are one opening, in characters. */
const shortestOpening = 200;

/** The end of a statement with the paragraph that it leads in to. */
function endOfWording(text: string, end: number): number {
  if (!/[:：]$/.test(text.slice(end - 1, end))) return end;
  const rest = text.slice(end, end + longestWording);
  const [wording = ''] = /^\s*(?:\S[^\n]*(?:\n(?!\n)[^\n]*)*)/u.exec(rest) ?? [];
  return rest.length === longestWording && wording.length === rest.length
    ? end
    : end + wording.trimEnd().length;
}
