import { parse } from 'yaml';

/** What the head of a source says about the document. */
export interface Head {
  readonly title: string;
  readonly subtitle: string;
  readonly author: string;
  readonly subject: string;
  /** ISO date: the creation date written into the PDF. */
  readonly date: string;
  readonly style: 'report' | 'contract' | 'paper';
  /** Left part of the running header. */
  readonly running: string;
  /** Lines of the cover or title block, below the subtitle. */
  readonly lines?: readonly string[];
  readonly signatures?: readonly Signature[];
}

interface Signature {
  readonly party: string;
  readonly name: string;
  readonly role: string;
  readonly date: string;
}

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'item'; readonly label: string; readonly text: string }
  | {
      readonly kind: 'table';
      readonly rules: TableRules;
      readonly caption: string;
      readonly rows: string[][];
      readonly aligns: ('left' | 'right')[];
    }
  | { readonly kind: 'figure'; readonly name: string; readonly caption: string }
  | { readonly kind: 'columns'; readonly count: number }
  | { readonly kind: MarkKind };

/** Layout lines without an argument. */
type MarkKind = 'cover' | 'contents' | 'page' | 'arabic' | 'signatures' | 'titles';

type TableRules = 'grid' | 'lines' | 'none';

export interface Source {
  readonly head: Head;
  readonly blocks: readonly Block[];
  /** Footnote texts by their mark. */
  readonly notes: ReadonlyMap<string, string>;
}

const label = /^(\d+\.\d+|\([a-z]+\)|-|\[\d+\]) /;

/** Reads a source: YAML head, then blocks parted by empty lines, Markdown for text and `:::` lines for layout. */
export function parseSource(text: string): Source {
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const notes = new Map<string, string>();
  const blocks: Block[] = [];
  for (const part of curlQuotes(body)
    .split(/\n{2,}/)
    .map((each) => each.trim())) {
    const note = /^\[\^(\w+)\]: ([\s\S]*)$/.exec(part);
    if (note?.[1] && note[2]) notes.set(note[1], joinLines(note[2]));
    else if (part) blocks.push(...parseBlock(part));
  }
  return { head: parse(head) as Head, blocks, notes };
}

function parseBlock(part: string): Block[] {
  if (part.startsWith(':::')) return [parseDirective(part)];
  const heading = /^(#{1,3}) (.*)$/.exec(part);
  if (heading?.[1] && heading[2]) return [{ kind: 'heading', level: heading[1].length, text: heading[2] }];
  if (label.test(part)) return part.split(/\n(?=\d+\.\d+ |\([a-z]+\) |- |\[\d+\] )/).map(parseItem);
  return [{ kind: 'paragraph', text: joinLines(part) }];
}

function parseItem(part: string): Block {
  const mark = label.exec(part)?.[1] ?? '';
  return { kind: 'item', label: mark === '-' ? '•' : mark, text: joinLines(part.slice(mark.length + 1)) };
}

function parseDirective(part: string): Block {
  const [first = '', ...rest] = part.split('\n');
  const [, name = '', argument = '', caption = ''] =
    /^::: (\w+)(?: ([\w-]+))?(?: "(.*)")?$/.exec(first) ?? [];
  if (name === 'columns') return { kind: 'columns', count: Number(argument) };
  if (name === 'figure') return { kind: 'figure', name: argument, caption };
  if (name === 'table') return { kind: 'table', rules: argument as TableRules, caption, ...parseTable(rest) };
  if (['cover', 'contents', 'page', 'arabic', 'signatures', 'titles'].includes(name)) {
    return { kind: name as MarkKind };
  }
  throw new Error(`Unknown layout line "${first}".`);
}

function parseTable(lines: readonly string[]): { rows: string[][]; aligns: ('left' | 'right')[] } {
  const [header = [], marks = [], ...body] = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return { rows: [header, ...body], aligns: marks.map((mark) => (mark.endsWith(':') ? 'right' : 'left')) };
}

/** Typewriter quotes to printed ones, except in layout lines, whose captions they enclose. */
function curlQuotes(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith(':::') ? line : curlLine(line)))
    .join('\n');
}

const curlLine = (line: string): string =>
  line
    .replace(/(^|[\s(])"/g, '$1“')
    .replaceAll('"', '”')
    .replaceAll("'", '’');

const joinLines = (text: string): string => text.replace(/\s*\n\s*/g, ' ');
