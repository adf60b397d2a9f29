import type { Declaration } from './declaration.ts';
import { nameDeclaration } from './name-declaration.ts';

interface Open {
  readonly mark: '{' | '(';
  /** Where what stands before it began. */
  readonly headerStart: number;
  /** Absent where the bracket belongs to no declaration, or to one inside a function. */
  readonly declaration?: { name: string; start: number; end: number; depth: number };
  /** Whether declarations in it are looked for. */
  readonly holds: boolean;
}

/**
 * Functions, classes and the like of languages with braces; those inside functions and brackets are not looked for.
 * @param masked code without comments and strings.
 */
export function braceDeclarations(masked: string): Declaration[] {
  const scan = new BraceScan(masked);
  for (const { 0: mark, index } of masked.matchAll(/[{}();]/g)) {
    if (mark === '{') scan.openBrace(index);
    else if (mark === '}') scan.closeBrace(index);
    else if (mark === '(') scan.openBracket();
    else if (mark === ')') scan.closeBracket();
    else scan.endStatement(index);
  }
  return scan.declarations;
}

const LONGEST_HEADER = 1000;

class BraceScan {
  readonly declarations: NonNullable<Open['declaration']>[] = [];
  readonly #masked: string;
  readonly #open: Open[] = [];
  #headerStart = 0;
  /** The function that ended last: a type in braces may stand before its body. */
  #ended: Open['declaration'];

  constructor(masked: string) {
    this.#masked = masked;
  }

  openBrace(index: number): void {
    const declaration = this.#open.every(({ holds }) => holds) ? this.#declare(index) : undefined;
    const holds = declaration !== undefined && !declaration.name.endsWith('()');
    this.#open.push({ mark: '{', headerStart: index + 1, declaration, holds });
    this.#headerStart = index + 1;
  }

  closeBrace(index: number): void {
    while (this.#open.at(-1)?.mark === '(') this.#open.pop();
    const { declaration } = this.#open.pop() ?? {};
    if (declaration) {
      declaration.end = index + 1 + /^[);,]*/.exec(this.#masked.slice(index + 1, index + 9))![0].length;
      this.#ended = declaration;
    }
    this.endStatement(index);
  }

  openBracket(): void {
    this.#open.push({ mark: '(', headerStart: this.#headerStart, holds: false });
  }

  closeBracket(): void {
    if (this.#open.at(-1)?.mark === '(') this.#headerStart = this.#open.pop()!.headerStart;
  }

  endStatement(index: number): void {
    this.#headerStart = index + 1;
  }

  #declare(brace: number): Open['declaration'] {
    const from = Math.max(this.#headerStart, brace - LONGEST_HEADER);
    const header = this.#masked.slice(from, brace);
    if (/^[\s>\])]*$/.test(header)) return this.#ended?.end === this.#headerStart ? this.#ended : undefined;
    const found = nameDeclaration(header.trimEnd());
    if (found === undefined) return undefined;
    const lineStart = header.lastIndexOf('\n', found.index) + 1;
    const start = from + Math.max(lineStart, header.length - header.trimStart().length);
    const declaration = { name: found.name, start, end: this.#masked.length, depth: this.#open.length };
    this.declarations.push(declaration);
    return declaration;
  }
}
