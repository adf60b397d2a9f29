import { closesFence, html, openingFence, atxLevel, isRule } from './leaves.ts';
import { columnsOf, type MarkdownLines } from './lines.ts';

/*
 * Quotes and lists as wholes: what they hold is not taken apart. Like the leaves, each function gives the line after the
 * block's last one, or undefined.
 */

const item = /^( {0,3})([-+*]|\d{1,9}[.)])(?:([ \t]+)|$)/;
const containerMarks = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)))*[ \t]*/;

interface Item {
  /** What the items of one list share: the bullet, or the character after the number. */
  readonly type: string;
  /** Columns that further lines must be indented by to belong to the item. */
  readonly contentIndent: number;
  readonly isEmpty: boolean;
  readonly number: number | undefined;
}

/** Whether the line ends a paragraph without a blank line between. */
export function interruptsParagraph(lines: MarkdownLines, at: number): boolean {
  const line = lines.head(at);
  if (lines.indent(at) > 3) return false;
  if (/^ {0,3}>/.test(line) || isRule(line) || atxLevel(line) || openingFence(line)) return true;
  const found = itemOf(lines, at);
  if (found && !found.isEmpty && (found.number ?? 1) === 1) return true;
  return html(lines, at, false) !== undefined;
}

/** Unindented text after a quoted or listed paragraph, or a table, continues it, unless it begins a block of its own: any list item does here. */
export function endsLazyParagraph(lines: MarkdownLines, at: number): boolean {
  return interruptsParagraph(lines, at) || itemOf(lines, at) !== undefined;
}

export function blockquote(lines: MarkdownLines, at: number): number | undefined {
  const isQuoted = (line: number) => /^ {0,3}>/.test(lines.head(line));
  if (!isQuoted(at)) return undefined;
  const paragraph = paragraphTracker(lines);
  let end = at;
  while (end < lines.count && !lines.isBlank(end)) {
    if (!isQuoted(end) && (!paragraph.isOpen || endsLazyParagraph(lines, end))) break;
    paragraph.read(end++);
  }
  return end;
}

export function list(lines: MarkdownLines, at: number): number | undefined {
  let current = itemOf(lines, at);
  if (!current) return undefined;
  const paragraph = paragraphTracker(lines);
  paragraph.read(at);
  let end = at + 1;
  for (let next = end; next < lines.count; next++) {
    if (lines.isBlank(next)) {
      // An item that begins with a blank line has nothing more to come.
      if (current.isEmpty && next === end) current = { ...current, contentIndent: Number.POSITIVE_INFINITY };
      paragraph.read(next);
      continue;
    }
    if (lines.indent(next) < current.contentIndent) {
      const sibling = itemOf(lines, next);
      if (sibling?.type === current.type) {
        current = sibling;
        paragraph.reset();
      } else if (!paragraph.isOpen || endsLazyParagraph(lines, next)) break;
    } else if (current.isEmpty) current = { ...current, isEmpty: false };
    paragraph.read(next);
    end = next + 1;
  }
  return end;
}

function itemOf(lines: MarkdownLines, at: number): Item | undefined {
  const line = lines.head(at);
  const found = item.exec(line);
  if (!found || isRule(line)) return undefined;
  const [all, indent = '', marker = '', space = ''] = found;
  const width = indent.length + marker.length;
  const isEmpty = line.slice(all.length).trim() === '';
  const gap = columnsOf(space, width);
  const isOrdered = marker.length > 1;
  return {
    type: marker.at(-1)!,
    contentIndent: width + (isEmpty || gap > 4 ? 1 : gap),
    isEmpty,
    number: isOrdered ? Number.parseInt(marker, 10) : undefined,
  };
}

/** Follows whether the last line read ends in an open paragraph, which the next line may continue unindented. */
function paragraphTracker(lines: MarkdownLines) {
  let fence: string | undefined;
  return {
    isOpen: false,
    /** Another item begins, which closes a code block left open in the one before. */
    reset() {
      fence = undefined;
    },
    read(at: number) {
      const content = lines.head(at).replace(containerMarks, '');
      if (fence !== undefined) {
        if (closesFence(content, fence)) fence = undefined;
        this.isOpen = false;
        return;
      }
      fence = openingFence(content);
      this.isOpen = content.trim() !== '' && !fence && !isRule(content) && !atxLevel(content);
    },
  };
}
