import { describeRows, rowsOf } from '../../src/text/structure/table-row.ts';
import type { Citation } from '../shapes.ts';

/** What is cited as a person reads it: rows of a table with what their header says of each cell, and its caption. */
export const shownQuote = ({
  quote,
  context,
  caption,
}: Pick<Citation, 'quote' | 'context' | 'caption'>): string =>
  withBreaks(describeRows(quote, context, caption));

/** Texts of converted files have no-break spaces throughout: lines would end within words. As long as before. */
export const withBreaks = (text: string): string =>
  text.replaceAll(/(?<![^ \n\u00a0])(?:[^ \n\u00a0]+\u00a0){5,}/g, (run) => run.replaceAll('\u00a0', ' '));

/** What stands before a quote that is not to be read without it; rows say theirs themselves. */
export const wordsBefore = ({ quote, context }: Pick<Citation, 'quote' | 'context'>): string | undefined =>
  rowsOf(quote) === undefined ? context : undefined;
