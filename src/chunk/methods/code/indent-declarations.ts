import type { Declaration } from './declaration.ts';

const header = /^[ \t]*(?:async[ \t]+)?(def|class)[ \t]+([\p{L}\p{N}_]+)/u;

/** Functions and classes of Python, by indentation. @param masked code without comments and strings. */
export function indentDeclarations(masked: string): Declaration[] {
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
