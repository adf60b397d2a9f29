import type { Citation } from '../../types.ts';
import { pageNames, pageRange, sectionBesideTitle } from './format.ts';
import type { Name } from './names.ts';
import type { Reference } from './reference.ts';

/** A reference list and citations in text by the Publication Manual of the American Psychological Association, 7th edition. */
export interface ApaStyle {
  /** Entries by author and date, italics as `*…*`. */
  readonly list: readonly string[];
  /** `(Ruiz, 2025, p. 15; Lee & Sato, n.d.)`, for citations by `sourceId`. */
  readonly inText: (sourceIds: readonly number[]) => string;
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/**
 * Titles stay as the documents have them: sentence case is for whoever knows which words are names.
 * @see https://apastyle.apa.org/style-grammar-guidelines/references/examples
 */
export function apaStyle(references: readonly Reference[]): ApaStyle {
  const sorted = references.toSorted((a, b) => sortKey(a).localeCompare(sortKey(b), 'en'));
  const letters = yearLetters(sorted);
  const letterOf = (reference: Reference) => letters.get(reference) ?? '';
  return {
    list: sorted.map((reference) => listEntry(reference, letterOf(reference))),
    inText: (sourceIds) => {
      const cited = sourceIds.flatMap((sourceId) => {
        for (const reference of references) {
          const citation = reference.citations.find((one) => one.sourceId === sourceId);
          if (citation !== undefined) return [inTextOf(reference, citation, letterOf(reference))];
        }
        return [];
      });
      return cited.length === 0 ? '' : `(${[...new Set(cited)].join('; ')})`;
    },
  };
}

function listEntry(reference: Reference, letter: string): string {
  const { authors, doi, url } = reference;
  const title = sentence(titleOf(reference));
  const date = `(${dateOf(reference, letter)}).`;
  const head = authors.length === 0 ? [title, date] : [sentence(authorList(authors)), date, title];
  const address = doi === undefined ? url : `https://doi.org/${doi}`;
  const source = sourceOf(reference);
  return [...head, ...(source === '' ? [] : [sentence(source)]), ...(address ? [address] : [])].join(' ');
}

/** Works of their own are in italics; of an article its journal is. */
function titleOf({ type, title }: Reference): string {
  return type === 'article-journal' ? escape(title) : italic(title);
}

function sourceOf({ type, authors, publisher, containerTitle, volume, issue, pages }: Reference): string {
  if (type === 'article-journal') {
    const number = issue === undefined ? '' : `(${escape(issue)})`;
    const volumeAndIssue = volume === undefined ? number : italic(volume) + number;
    const range = pages?.replaceAll(/\s*[-–]+\s*/g, '–');
    const journal = containerTitle === undefined ? '' : italic(containerTitle);
    return [journal, volumeAndIssue, range === undefined ? '' : escape(range)].filter(Boolean).join(', ');
  }
  const isAuthor = authors.some((name) => 'literal' in name && name.literal === publisher);
  return publisher === undefined || isAuthor ? '' : escape(publisher);
}

/** The year; of web pages, which change, the day. */
function dateOf({ type, issued: [year, month, day] = [] }: Reference, letter: string): string {
  if (year === undefined) return letter === '' ? 'n.d.' : `n.d.-${letter}`;
  const monthName = type === 'webpage' && month !== undefined ? months[month - 1] : undefined;
  if (monthName === undefined) return `${year}${letter}`;
  return `${year}${letter}, ${day === undefined ? monthName : `${monthName} ${day}`}`;
}

const mostAuthors = 20;

function authorList(authors: readonly Name[]): string {
  const names = authors.map(inverted);
  if (names.length > mostAuthors)
    return `${names.slice(0, mostAuthors - 1).join(', ')}, . . . ${names.at(-1)}`;
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')}, & ${names.at(-1)}`;
}

function inverted(name: Name): string {
  if ('literal' in name) return escape(name.literal);
  const parts = [name.family, initials(name.given), ...(name.suffix === undefined ? [] : [name.suffix])];
  return escape(parts.join(', '));
}

/** `Jo-Anne Mary` as `J.-A. M.`. */
function initials(given: string): string {
  const words = given.split(/[\s.]+/).filter(Boolean);
  return words
    .map((word) =>
      word
        .split('-')
        .map((part) => `${[...part][0] ?? ''}.`)
        .join('-'),
    )
    .join(' ');
}

function inTextOf(reference: Reference, citation: Citation, letter: string): string {
  const { issued: [year] = [] } = reference;
  const date = dateOf({ ...reference, issued: year === undefined ? undefined : [year] }, letter);
  return [inTextAuthor(reference), date, ...placeOf(citation)].join(', ');
}

function inTextAuthor({ authors, type, title }: Reference): string {
  const [first, second] = authors.map((name) => escape('literal' in name ? name.literal : name.family));
  if (first === undefined)
    return type === 'article-journal' ? `“${escape(firstWords(title))}”` : italic(firstWords(title));
  if (authors.length > 2) return `${first} et al.`;
  return second === undefined ? first : `${first} & ${second}`;
}

/** The page; without pages the section, long headings by their first words. */
function placeOf(citation: Citation): string[] {
  const names = pageNames(citation);
  if (names.length > 0) return [`${names.length > 1 ? 'pp.' : 'p.'} ${pageRange(citation)}`];
  const heading = sectionBesideTitle(citation)?.replaceAll(/\s+/g, ' ').trim();
  if (!heading) return [];
  const short = firstWords(heading);
  return [short === heading ? `${escape(heading)} section` : `“${escape(short)}” section`];
}

const mostTitleWords = 6;
const fewTitleWords = 4;

function firstWords(title: string): string {
  const words = title.split(' ');
  return words.length <= mostTitleWords ? title : words.slice(0, fewTitleWords).join(' ');
}

const authorAndYear = (reference: Reference) =>
  JSON.stringify([inTextAuthor(reference), reference.issued?.[0]]);

/** Works by the same authors of the same year get a, b, c in the order of the list. */
function yearLetters(sorted: readonly Reference[]): Map<Reference, string> {
  const letters = new Map<Reference, string>();
  for (const key of new Set(sorted.map(authorAndYear))) {
    const same = sorted.filter((reference) => authorAndYear(reference) === key);
    if (same.length > 1) same.forEach((reference, index) => letters.set(reference, letterAt(index)));
  }
  return letters;
}

/** a … z, aa, ab … */
function letterAt(index: number): string {
  const last = String.fromCodePoint(97 + (index % 26));
  return index < 26 ? last : letterAt(Math.floor(index / 26) - 1) + last;
}

/** By authors, then year, then title without a leading article. */
function sortKey({ authors, issued: [year] = [], title }: Reference): string {
  const names = authors.map((name) => ('literal' in name ? name.literal : `${name.family} ${name.given}`));
  const plainTitle = title.replace(/^(?:an?|the)\s+/i, '');
  return [...names, year ?? '0000', plainTitle].join(' ');
}

/** No emphasis, link, image or tag comes from a document. */
const escape = (text: string) => text.replaceAll(/[\\*_`[\]<]/g, String.raw`\$&`);
const italic = (text: string) => `*${escape(text)}*`;

/** Ends in a full stop, unless there is an end already. */
const sentence = (text: string) => (/[.?!]\*?$/.test(text) ? text : `${text}.`);
