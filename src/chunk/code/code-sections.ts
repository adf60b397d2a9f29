import type { Span } from '../../text/spans.ts';
import type { Section } from '../../types.ts';
import { braceDeclarations } from './brace-declarations.ts';
import { indentDeclarations } from './indent-declarations.ts';
import { maskCode } from './mask-code.ts';

const pythonHeader = /^[ \t]*(?:async[ \t]+)?(?:def|class)[ \t]+\w[^\n{;]*[:(,\\][ \t]*$/gm;
const braceLine = /[{};][ \t]*$/gm;

/** The declarations in a span of code as sections, in order, each from the comments and decorators over it. */
export function codeSections(text: string, { start, end }: Span): Section[] {
  const code = text.slice(start, end);
  const masked = maskCode(code);
  const isIndented = countOf(masked, pythonHeader) > countOf(masked, braceLine) / 4;
  const declarations = isIndented ? indentDeclarations(masked) : braceDeclarations(masked);
  let last = 0;
  return declarations.map((declaration) => {
    const from = withComments(code, declaration.start, last);
    last = declaration.depth === 0 ? declaration.end : last;
    return {
      heading: declaration.name,
      level: Math.min(6, declaration.depth + 1),
      charStart: start + from,
      charEnd: start + declaration.end,
    };
  });
}

const leadingLine = /^[ \t]*(?:\/\/|\/?\*|#|@|\[\w|template\s*<)/;

/** Start of the comments, decorators and attributes right above the line of an offset. */
function withComments(code: string, offset: number, least: number): number {
  let start = offset;
  for (;;) {
    const before = code.lastIndexOf('\n', start - 2) + 1;
    if (start === 0 || before < least || !leadingLine.test(code.slice(before, start))) return start;
    start = before;
  }
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
