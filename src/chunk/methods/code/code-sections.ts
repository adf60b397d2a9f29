import type { Span } from '../../../text/spans.ts';
import type { Section } from '../../../types.ts';
import { braceDeclarations, type Declaration } from './brace-declarations.ts';

const pythonHeader = /^[ \t]*(?:async[ \t]+)?(?:def|class)[ \t]+\w[^\n{;]*[:(,\\][ \t]*$/gm;
const braceLine = /[{};][ \t]*$/gm;

/** The declarations in a span of code as sections, in order, each from the comments and decorators over it. */
export function codeSections(text: string, { start, end }: Span): Section[] {
  const code = text.slice(start, end);
  const masked = maskCode(code);
  const isIndented = countOf(masked, pythonHeader) > countOf(masked, braceLine) / 4;
  const declarations = isIndented ? indentDeclarations(masked) : braceDeclarations(code, masked);
  return declarations.map((declaration, index) => {
    const from = withComments(code, declaration.start, endBefore(declaration, declarations[index - 1]));
    return {
      heading: declaration.name,
      level: Math.min(6, declaration.depth + 1),
      charStart: start + from,
      charEnd: start + declaration.end,
    };
  });
}

/** Where what is before a declaration ends: the last one, or the beginning of the one around it. */
function endBefore({ start }: Declaration, previous: Declaration | undefined): number {
  if (previous === undefined) return 0;
  return previous.end <= start ? previous.end : previous.start + 1;
}

const leadingLine = /^[ \t]*(?:\/\/|\/?\*|#[^\w]|@|\[\w|template\s*<)/;

/** The blank line that may stand under a documentation comment. */
const blankUnderComment = /(?<=\*\/[ \t]*\r?\n)[ \t]*\r?\n$/;
const LONGEST_GAP = 200;

/** Start of the comments, decorators and attributes right above the line of an offset. */
function withComments(code: string, offset: number, least: number): number {
  const lineStart = code.lastIndexOf('\n', offset - 1) + 1;
  if (code.slice(lineStart, offset).trim() !== '') return offset;
  const above = code.slice(Math.max(0, lineStart - LONGEST_GAP), lineStart);
  let start = lineStart - (blankUnderComment.exec(above)?.[0].length ?? 0);
  for (;;) {
    const before = code.lastIndexOf('\n', start - 2) + 1;
    if (start === 0 || before < least || !leadingLine.test(code.slice(before, start))) return start;
    start = before;
  }
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

const header = /^[ \t]*(?:async[ \t]+)?(def|class)[ \t]+([\p{L}\p{N}_]+)/u;

/** Functions and classes of Python, by indentation. @param masked code without comments and strings. */
function indentDeclarations(masked: string): Declaration[] {
  const declarations: { name: string; start: number; end: number; depth: number; indent: number }[] = [];
  const open: typeof declarations = [];
  let lineStart = 0;
  let contentEnd = 0;
  let brackets = 0;
  for (const line of masked.split('\n')) {
    if (line.trim() !== '') {
      const indent = line.length - line.trimStart().length;
      if (brackets === 0) while ((open.at(-1)?.indent ?? -1) >= indent) open.pop()!.end = contentEnd;
      const [, keyword, name] = (brackets === 0 && header.exec(line)) || [];
      if (name !== undefined && !open.some((around) => around.name.endsWith('()'))) {
        const called = keyword === 'class' ? `class ${name}` : `${name}()`;
        open.push({ name: called, start: lineStart, end: masked.length, depth: open.length, indent });
        declarations.push(open.at(-1)!);
      }
      brackets = Math.max(0, brackets + balanceOf(line));
      contentEnd = lineStart + line.length;
    }
    lineStart += line.length + 1;
  }
  return declarations;
}

/** Brackets that a line opens and does not close. */
function balanceOf(line: string): number {
  return (line.match(/[([{]/g)?.length ?? 0) - (line.match(/[)\]}]/g)?.length ?? 0);
}

/**
 * Comments, strings and regular expressions, as far as they can be told without knowing the language. Quotes but those of
 * templates, of Go and of Python's long strings end with the line, so that one that is none does no more harm than that.
 */
const opaque = new RegExp(
  [
    /"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)/, // Python, Java, Swift
    /\/\*[^]*?(?:\*\/|$)/,
    /\/\/[^\n]*/,
    /(?<=^|\s)#[^\w\n[][^\n]*/, // comments of Python and others
    /(?<=^|\n)[ \t]*#(?:include|define|ifn?def|if|elif|else|endif|pragma|undef|region|endregion)\b(?!\()[^\n]*/,
    /`(?:\\[^]|[^\\`])*(?:`|$)/,
    /"(?:\\[^]|[^\\"\n])*"/,
    /(?<=[<&])'[a-z_]\w*\b(?!')|(?<=[,+:]\s?)'[a-z_]\w*(?=[>+{])/, // lifetimes of Rust
    /'(?:\\[^]|[^\\'\n])*'/,
    /(?=\/)(?<=(?:[=(,:;!&|?{}\n]|\breturn)\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^\\/\n[])+\/[a-z]*/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** The code with blanks in place of comments and strings, line breaks kept: every other character stays where it is. */
function maskCode(code: string): string {
  return code.replaceAll(opaque, (found) => found.replaceAll(/[^\n\r]/g, ' '));
}
