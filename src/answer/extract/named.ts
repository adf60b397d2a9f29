import { labelled } from '../../text/structure/label.ts';
import type { Unit } from '../../text/structure/quotable-units.ts';
import { cellsOf, cellsUnder, hasText, isTableRow, labelOf } from '../../text/structure/table-row.ts';
import { wordsOf } from '../../text/words/words-of.ts';
import type { TermMatcher } from './matcher.ts';
import { timeIn } from './times.ts';

export interface Named {
  readonly label: string;
  readonly value: string;
  /** How much of the label the question has, 0…1. */
  readonly focus: number;
  /** Whether another cell than that which names most rows is the label. */
  readonly isAside: boolean;
  /** Of a row: how much of the head of one of its columns the question has, of that which it has most of, 0…1. */
  readonly column: number;
  /** A row of more than two filled cells, of which its label alone names none. */
  readonly isWide: boolean;
}

/**
 * What names a row, a line or a paragraph, and what stands beside it: of a row below the heads that are asked for.
 *
 * @param labels those of all rows of its table
 */
export function namedIn(
  { kind, text, heads, runIn }: Unit,
  matcher: TermMatcher,
  labels: readonly string[],
): Named | undefined {
  if (kind !== 'tableRow') {
    const parts = runIn === undefined ? labelled(text) : { label: runIn, value: text };
    if (parts === undefined || isClause(parts.label, matcher.question.language)) return undefined;
    return { ...parts, focus: matcher.focus(parts.label), isAside: false, column: 0, isWide: false };
  }
  const focusOf = (name: string): number =>
    isOnlyOneCalled(name, labels, matcher) ? 1 : Math.max(...namesIn(name).map((one) => matcher.focus(one)));
  const label = labelAsked(text, labels, focusOf);
  const [header = ''] = heads;
  /** `Year ended 31 December 2019` is the column of 2019, whatever else it says. */
  const focusOn = (head: string): number => {
    const time = timeIn(head, matcher.question);
    if (time === 'same') return 1;
    return time === 'other' && matcher.question.quarters.length > 0 ? 0 : matcher.focus(head);
  };
  const column = Math.max(0, ...cellsOf(header).map((head, at) => (at > 0 ? focusOn(head) : 0)));
  const cells = column > 0 ? cellsUnder(header, text, (head) => focusOn(head) === column) : text;
  // A year alone says nothing of what is asked for: a column does.
  if (column === 0 && !/\p{L}/u.test(label)) return undefined;
  const value = cells === text || cells.trim() === label ? text.replace(label, ' ') : cells;
  const isWide = isTableRow(text) && cellsOf(text).filter(hasText).length > 2;
  return { label, value, focus: focusOf(label), isAside: label !== labelOf(text), column, isWide };
}

/**
 * What names a row for the question: the first cell that it has all of, where it has not all of that which names most rows; not one
 * that the label of any row says too (`Engineering` beside `Marine engineering`, `Ardal` below `Ardal north quay`).
 */
function labelAsked(text: string, labels: readonly string[], focusOf: (name: string) => number): string {
  const label = labelOf(text);
  if (!isTableRow(text) || focusOf(label) === 1) return label;
  const names = cellsOf(text).filter((cell, column) => column === 0 || /\p{L}/u.test(cell));
  return (
    names.find(
      (name) => focusOf(name) === 1 && !labels.some((one) => one.toLowerCase().includes(name.toLowerCase())),
    ) ?? label
  );
}

/** `Dewi Rees`, `Anna M. Koller`. */
const personName = /^\p{Lu}[\p{L}'’.-]*(?:\s\p{Lu}[\p{L}'’.-]*){1,2}$/u;
/** Capitalised words beside one another. */
const capitalised = /\p{Lu}[\p{L}-]*(?:\s\p{Lu}[\p{L}-]*)*/gu;
/** Rows that all have such names are of people, and not of cities or models of which one has a longer name. */
const fewestPeople = 3;

const partsOf = (name: string): string[] => name.split(/\s/u);

/** Whether a question names somebody by a part of the name that of all the people in a table one alone has, and by no other name beside it. */
function isOnlyOneCalled(label: string, labels: readonly string[], { question }: TermMatcher): boolean {
  const parts = new Set(partsOf(label));
  const names = question.text.replace(/^\P{L}*\p{L}+\s/u, '').match(capitalised) ?? [];
  const called = names.map(partsOf).filter((name) => name.every((part) => parts.has(part)));
  if (called.length === 0 || labels.length < fewestPeople || !labels.includes(label)) return false;
  const others = new Set(labels.filter((one) => one !== label).flatMap(partsOf));
  return (
    labels.every((one) => personName.test(one)) &&
    called.some((name) => name.some((part) => !others.has(part)))
  );
}

const shortForm = /\(["“]?(\p{Lu}{2,}s?)["”]?\)/gu;

/** `Available seat miles ("ASMs")` is called `ASMs` as well. */
const namesIn = (label: string): string[] => [
  label,
  ...Array.from(label.matchAll(shortForm), ([, short]) => short!),
];

/** Names of lines are hardly ever longer than this where they begin with an article or another word that connects. */
const mostWords = 4;

/** `The board has eight members: the chair, …` is a sentence, and names no line. */
function isClause(label: string, language: string): boolean {
  const [first = '', ...others] = label.toLowerCase().split(/\s+/);
  return others.length >= mostWords && wordsOf(language).asking.connecting.split(' ').includes(first);
}
