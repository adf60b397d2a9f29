import { describeRows } from '../../src/text/table-row.ts';
import type { Citation } from '../shapes.ts';

/** What is cited as a person reads it: rows of a table with what their header says of each cell. */
export const shownQuote = ({ quote, context }: Pick<Citation, 'quote' | 'context'>): string =>
  describeRows(quote, context);
