import { codePointStart } from '../../../text/tokens/uninterrupted.ts';
import { nameDeclaration, type Named } from './name-declaration.ts';
import { nameCall, nameCalledAtOnce, nameObject, nameProperty } from './name-holder.ts';
import type { Span } from '../../../text/spans.ts';

interface Found extends Declaration {
  end: number;
  /** Forgotten where it holds no other one. */
  readonly isTentative: boolean;
}

interface Bracket {
  readonly index: number;
  /** Where what stands before it began. */
  readonly headerStart: number;
  /** The declaration that it is the call of. */
  call?: Found | undefined;
}

interface Brace {
  /** Where what stands before it began. */
  readonly headerStart: number;
  readonly declaration?: Found | undefined;
  /** Whether declarations in it are looked for. */
  readonly holds: boolean;
  readonly isObject: boolean;
  /** Open in it, outermost first. */
  brackets: Bracket[];
}

/**
 * Functions, classes and the like of languages with braces, and the calls and objects that hold some, such as the suites of
 * a test. Those inside functions are not looked for.
 * @param masked the code without comments and strings.
 */
export function braceDeclarations(code: string, masked: string): Declaration[] {
  const scan = new BraceScan(code, masked);
  for (const { 0: mark, index } of masked.matchAll(/[{}();]/g)) {
    if (mark === '{') scan.openBrace(index);
    else if (mark === '}') scan.closeBrace(index);
    else if (mark === '(') scan.openBracket(index);
    else if (mark === ')') scan.closeBracket(index);
    else scan.endStatement(index + 1);
  }
  return scan.declarations;
}

const LONGEST_HEADER = 1000;
const LONGEST_LABEL = 80;

class BraceScan {
  readonly declarations: Found[] = [];
  readonly #code: string;
  readonly #masked: string;
  readonly #open: Brace[] = [{ headerStart: 0, holds: true, isObject: false, brackets: [] }];
  #headerStart = 0;
  /** The function that ended last: a type in braces may stand before its body. */
  #ended: Found | undefined;

  constructor(code: string, masked: string) {
    this.#code = code;
    this.#masked = masked;
  }

  get #around(): Brace {
    return this.#open.at(-1)!;
  }

  openBrace(index: number): void {
    const opened = this.#around.holds ? this.#declare(index) : { holds: false, isObject: false };
    this.#open.push({ ...opened, headerStart: this.#headerStart, brackets: [] });
    this.endStatement(index + 1);
  }

  closeBrace(index: number): void {
    if (this.#open.length === 1) {
      this.#around.brackets = [];
      return this.endStatement(index + 1);
    }
    const { declaration, headerStart } = this.#open.pop()!;
    const [bracket] = this.#around.brackets;
    if (declaration && !this.#isForgotten(declaration, bracket)) this.#end(declaration, index + 1);
    else this.endStatement(bracket ? headerStart : index + 1);
  }

  openBracket(index: number): void {
    this.#around.brackets.push({ index, headerStart: this.#headerStart });
  }

  closeBracket(index: number): void {
    const bracket = this.#around.brackets.pop();
    if (bracket?.call) this.#end(bracket.call, index + 1);
    else if (bracket) this.endStatement(bracket.headerStart);
  }

  endStatement(next: number): void {
    this.#headerStart = next;
  }

  #declare(brace: number): Pick<Brace, 'declaration' | 'holds' | 'isObject'> {
    const header = this.#before(brace, this.#headerStart);
    const [bracket] = this.#around.brackets;
    if (/^[\s>\])]*$/.test(header)) {
      const declaration = this.#ended?.end === this.#headerStart ? this.#ended : undefined;
      return { declaration, holds: false, isObject: false };
    }
    const isReturned = /\breturn\s*$/.test(header);
    const before = bracket ? this.#before(bracket.index, bracket.headerStart) : header;
    const named = bracket ? this.#nameCall(bracket, { before, brace }) : this.#nameStatement(header);
    if (!named) return { holds: isReturned, isObject: isReturned };
    const declaration = this.#add(named, before, bracket?.index ?? brace);
    if (bracket) bracket.call = declaration;
    return { declaration, holds: named.holds, isObject: named.isObject };
  }

  /** What stands before an offset, as far as it is looked at. */
  #before(offset: number, from: number): string {
    return this.#masked.slice(Math.max(from, offset - LONGEST_HEADER), offset);
  }

  #nameStatement(header: string): Named | undefined {
    return this.#around.isObject
      ? nameProperty(header)
      : (nameObject(header) ?? nameCalledAtOnce(header) ?? nameDeclaration(header.trimEnd()));
  }

  #nameCall(
    { index, call }: Bracket,
    { before, brace }: { readonly before: string; readonly brace: number },
  ): Named | undefined {
    if (call || brace - index > LONGEST_HEADER) return undefined;
    const inside = this.#masked.slice(index + 1, brace);
    const blank = /^\s+(?=,)/.exec(inside)?.[0].length ?? 0;
    const first = this.#code.slice(index + 1, index + 1 + blank).trim();
    return nameCall(before, inside, /^['"`]/.test(first) ? shorten(first) : undefined);
  }

  /** @param end of what stands before the declaration's brace or bracket. */
  #add({ name, index, isTentative }: Named, before: string, end: number): Found {
    const lineStart = before.lastIndexOf('\n', index) + 1;
    const start = end - before.length + Math.max(lineStart, before.length - before.trimStart().length);
    const depth = this.#open.filter(({ declaration }) => declaration !== undefined).length;
    const declaration = { name, start, end: this.#masked.length, depth, isTentative };
    this.declarations.push(declaration);
    return declaration;
  }

  #isForgotten(declaration: Found, bracket: Bracket | undefined): boolean {
    if (!declaration.isTentative || this.declarations.at(-1) !== declaration) return false;
    this.declarations.pop();
    if (bracket?.call === declaration) bracket.call = undefined;
    return true;
  }

  /** Ends a declaration behind its marks, and behind the arguments of a function that is called on the spot. */
  #end(declaration: Found, end: number): void {
    const [marks] = /^(?:\([^(){};]*\))?[);,]*/.exec(this.#masked.slice(end, end + 64))!;
    declaration.end = end + marks.length;
    this.#ended = marks === '' ? declaration : undefined;
    this.endStatement(declaration.end);
  }
}

/** A string in its quotes, in one line, without its end where it is too long for a name. */
function shorten(quoted: string): string {
  const line = quoted.replaceAll(/\s+/g, ' ');
  if (line.length <= LONGEST_LABEL) return line;
  return `${line.slice(0, codePointStart(line, LONGEST_LABEL - 2))}…${line.at(-1)}`;
}

/** A function, a class or the like in a piece of code. */
export interface Declaration extends Span {
  /** Such as `class Store` or `open()`. */
  readonly name: string;
  /** Declarations around it. */
  readonly depth: number;
}
