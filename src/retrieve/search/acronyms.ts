import { acronymsIn, isAcronym, withoutPlural, type Acronym } from '../../text/terms/acronyms.ts';
import { analyse } from '../../text/terms/analyser.ts';
import { hasPhrase } from '../../text/terms/keyword-query.ts';
import { groupBy } from '../../util/lists/group-by.ts';

/** Words of the query, and words that the documents say mean the same. */
export interface Expansion {
  readonly words: string;
  readonly means: string;
}

/** The documents as the caller may see them: what their filter excludes explains nothing. */
export interface VisibleDocuments {
  /** The best chunks for a keyword query, best first. */
  readonly search: (query: string, limit: number) => Promise<readonly string[]>;
  /** Their texts. */
  readonly read: (chunkIds: readonly string[]) => Promise<readonly string[]>;
}

/** Acronyms of a query that are looked up. */
const mostAcronyms = 4;
/** Chunks that are read for each. */
const explanationsRead = 5;
/** Of the query's own hits, chunks that are read for acronyms of its words. */
const hitsRead = 10;

const word = /[\p{L}\p{Nd}][\p{L}\p{Nd}&-]*[\p{L}\p{Nd}]/gu;

/**
 * What acronyms of the query stand for, and which acronyms stand for words of it: as chunks explain them that have them in
 * brackets, and as the best hits do.
 *
 * @param hits of the query, best first
 */
export async function findExpansions(
  query: string,
  hits: readonly string[],
  { search, read }: VisibleDocuments,
): Promise<Expansion[]> {
  const acronyms = acronymsOf(query);
  const explaining = await Promise.all(acronyms.map((short) => search(`(${short})`, explanationsRead)));
  const texts = await read([...new Set([...explaining.flat(), ...hits.slice(0, hitsRead)])]);
  const known = texts.flatMap(acronymsIn);
  const terms = analyse(query);
  const others = known.filter(({ short }) => !acronyms.includes(short));
  return [...acronyms.flatMap((short) => meaningOf(short, known, terms)), ...acronymsFor(terms, others)];
}

function acronymsOf(query: string): string[] {
  const words = Array.from(query.matchAll(word), ([written]) => withoutPlural(written));
  return [...new Set(words.filter(isAcronym))].slice(0, mostAcronyms);
}

/** The long form that is stated most often; none where the query has it itself. */
function meaningOf(short: string, known: readonly Acronym[], query: readonly string[]): Expansion[] {
  const forms = known.filter((one) => one.short === short).map(({ long }) => long);
  const stated = groupBy(forms, (long) => analyse(long).join(' '));
  const [usual] = [...stated].sort(([, a], [, b]) => b.length - a.length);
  if (usual === undefined) return [];
  const [key, [means = '']] = usual;
  return hasPhrase(query, key.split(' ')) ? [] : [{ words: short, means }];
}

/** The acronyms whose long forms, of several words, stand in the query. */
function acronymsFor(query: readonly string[], known: readonly Acronym[]): Expansion[] {
  const found = new Map<string, Expansion>();
  for (const { short, long } of known) {
    const phrase = analyse(long);
    if (phrase.length > 1 && hasPhrase(query, phrase)) found.set(short, { words: long, means: short });
  }
  return [...found.values()];
}
