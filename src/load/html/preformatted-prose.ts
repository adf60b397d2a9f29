import type { Section } from '../../types.ts';
import { readPlainText } from '../text/text.ts';
import type { ReadingText } from './reading-text.ts';

/** Share of a page that stands in preformatted blocks, of the lines that are prose, and at most of those that end like code. */
const leastPreformatted = 0.75;
const leastProse = 0.3;
const mostCode = 0.05;
/** Words in a line of prose. */
const fewestWords = 6;

/**
 * Blocks and headings of a page that is a text in `<pre>`, as filings and standards were put on the web: those of plain text. Undefined for other pages, also
 * for listings of programs.
 */
export function preformattedProse({
  text,
  blocks,
}: ReadingText): Pick<ReadingText, 'blocks' | 'headings'> | undefined {
  const chars = blocks.reduce(
    (sum, { kind, charStart, charEnd }) => sum + (kind === 'code' ? charEnd - charStart : 0),
    0,
  );
  if (chars < leastPreformatted * text.length) return undefined;
  const lines = text.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line));
  const prose = lines.filter((line) => (line.match(/\p{L}{2,}/gu)?.length ?? 0) >= fewestWords);
  const code = lines.filter((line) => /[;{}]\s*$/.test(line));
  const isProse = prose.length >= leastProse * lines.length && code.length <= mostCode * lines.length;
  if (!isProse) return undefined;
  const read = readPlainText(text);
  return { blocks: read.blocks, headings: read.sections.map(asHeading) };
}

const asHeading = ({ heading, level, charStart }: Section) => ({ text: heading, level, charStart });
