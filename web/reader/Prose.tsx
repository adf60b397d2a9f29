import type { Section } from '../shapes.ts';
import { blocksOf, tableOf, type Part, type Table as TableShape } from './blocks.ts';

interface Span {
  readonly charStart: number;
  readonly charEnd: number;
}

interface ProseProps {
  readonly text: string;
  /** Where it begins in the document. */
  readonly charStart: number;
  readonly sections: readonly Section[];
  /** What is marked, in characters of the document, half-open. */
  readonly mark?: Span | undefined;
}

/** Text of a document as it was read, with its headings, its tables and what is cited. */
export function Prose({ text, charStart, sections, mark }: ProseProps) {
  const levels = new Map(sections.map((section) => [section.charStart, section.level]));
  return (
    <>
      {blocksOf(text, charStart, new Set(levels.keys())).map((block) => {
        const table = tableOf(block);
        if (table !== undefined) return <Table {...table} mark={mark} />;
        const level = levels.get(block.start + block.text.length - block.text.trimStart().length);
        return (
          <p dir="auto" class={level === undefined ? '' : `heading level-${Math.min(level, 4)}`}>
            <Marked part={block} mark={mark} />
          </p>
        );
      })}
    </>
  );
}

function Table({ rows, hasHeader, mark }: TableShape & { mark: Span | undefined }) {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Table">
      <table class={hasHeader ? 'headed' : ''}>
        <tbody>
          {rows.map((cells) => (
            <tr>
              {cells.map((cell) => (
                <td dir="auto">
                  <Marked part={cell} mark={mark} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Marked({ part: { text, start }, mark }: { part: Part; mark: Span | undefined }) {
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
