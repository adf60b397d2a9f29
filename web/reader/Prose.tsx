import type { VNode } from 'preact';
import { withBreaks } from '../parts/quote.ts';
import type { Section } from '../shapes.ts';
import {
  blocksOf,
  endOfRunIn,
  headedSections,
  tableOf,
  type Block,
  type Part,
  type Table as TableShape,
} from './blocks.ts';
import { flowing, headingWords, indentOf, isQuoted, piecesOf, type Style } from './markdown.ts';

interface Span {
  readonly charStart: number;
  readonly charEnd: number;
}

interface ProseProps {
  readonly text: string;
  /** Where it begins in the document. */
  readonly charStart: number;
  readonly sections: readonly Section[];
  /** Whether the document is Markdown: its signs are not shown, and its lines run on. */
  readonly isMarkdown: boolean;
  /** What is marked, in characters of the document, half-open. */
  readonly mark?: Span | undefined;
}

/** Text of a document as it was read, with its headings, its tables and what is cited. */
export function Prose({ text, charStart, sections, isMarkdown, mark }: ProseProps) {
  const headed = headedSections({ text, start: charStart }, sections);
  const Words = isMarkdown ? Styled : Marked;
  return (
    <>
      {blocksOf(text, charStart, new Set(headed.keys()), isMarkdown).map((block) => {
        if (block.isCode)
          return (
            <p class="code">
              <Marked part={block} mark={mark} />
            </p>
          );
        const table = tableOf(block);
        if (table !== undefined) return <Table {...table} Words={Words} mark={mark} />;
        const section = headed.get(block.start + block.text.length - block.text.trimStart().length);
        const runIn = section && endOfRunIn(block, section.heading);
        if (runIn !== undefined)
          return (
            <p dir="auto">
              <b>
                <Marked part={{ ...block, text: block.text.slice(0, runIn) }} mark={mark} />
              </b>
              <Marked part={{ text: block.text.slice(runIn), start: block.start + runIn }} mark={mark} />
            </p>
          );
        const level = section?.level;
        const shape = level === undefined ? '' : `heading level-${Math.min(level, 4)}`;
        return (
          <p
            dir="auto"
            class={isMarkdown ? `flows ${isQuoted(block.text) ? 'quoted' : ''} ${shape}` : shape}
            style={isMarkdown ? { marginInlineStart: `${indentOf(block.text) / 2}em` } : {}}
          >
            <Words part={isMarkdown ? shownBlock(block, level) : block} mark={mark} />
          </p>
        );
      })}
    </>
  );
}

const shownBlock = (block: Block, level: number | undefined): Part =>
  level === undefined ? { ...block, text: flowing(block.text) } : headingWords(block);

interface WordsProps {
  readonly part: Part;
  readonly mark: Span | undefined;
}

interface TableProps extends TableShape {
  readonly Words: (props: WordsProps) => VNode;
  readonly mark: Span | undefined;
}

function Table({ rows, hasHeader, Words, mark }: TableProps) {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Table">
      <table class={hasHeader ? 'headed' : ''}>
        <tbody>
          {rows.map((cells) => (
            <tr>
              {cells.map((cell) => (
                <td dir="auto">
                  <Words part={cell} mark={mark} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Words of Markdown without its signs. */
const Styled = ({ part, mark }: WordsProps) => (
  <>
    {piecesOf(part).map(({ styles, ...piece }) =>
      styles.reduceRight((words, style) => wrapped(style, words), <Marked part={piece} mark={mark} />),
    )}
  </>
);

function wrapped(Style: Style, words: VNode) {
  return <Style>{words}</Style>;
}

function Marked({ part, mark }: WordsProps) {
  const { start } = part;
  const text = withBreaks(part.text);
  const from = Math.max(0, (mark?.charStart ?? Infinity) - start);
  const to = Math.min(text.length, (mark?.charEnd ?? 0) - start);
  if (from >= to) return <>{text}</>;
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  );
}
