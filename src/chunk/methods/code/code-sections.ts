import type { Span } from '../../../text/spans.ts';
import type { Section } from '../../../types.ts';
import { braceDeclarations } from './brace-declarations.ts';
import type { Declaration } from './declaration.ts';
import { indentDeclarations } from './indent-declarations.ts';
import { maskCode } from './mask-code.ts';

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
