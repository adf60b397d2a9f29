import type { Declaration } from './declaration.ts';

const typeHeader =
  /\b(class|interface|struct|enum|union|trait|impl|namespace|module|record|object|protocol|extension|package)\s+([\p{L}_$][^{}()=;]*?)\s*$/u;
const functionHeaders = [
  // function name(…), func (r *Reader) Name(…), fn name<T>(…), fun name(…)
  /\b(?:function\s*\*?|func|fn|fun|def)\s+(?:\([^()]*\)\s*)?([\p{L}\p{N}_$.~]+)\s*(?:[<[][^(){}]*[>\]])?\s*\(/u,
  // const name = (…) =>, name: function (…), var name = func(…)
  /([\p{L}\p{N}_$#]+)\s*(?::[^=(){}]*)?[=:]\s*(?:async\s*)?(?:function\b|func\b|[^;={}]*=>\s*$)/u,
  // name(…), with modifiers before and a type, an initialiser or exceptions behind
  /([\p{L}\p{N}_$#~:]+)\s*(?:<[^(){}]*>)?\s*\((?:[^(){};]|\([^()]*\))*\)[^(){};=]*(?:->[^{};]*)?$/u,
];
const control = new Set(
  'if for while switch catch else do try return with foreach lock using synchronized match loop unless until select when case new throw await yield'.split(
    ' ',
  ),
);
const LONGEST_HEADER = 1000;

interface Open {
  /** Absent where the brace belongs to no declaration, or to one inside a function. */
  readonly declaration?: { name: string; start: number; end: number; depth: number };
  /** Whether declarations in it are looked for. */
  readonly holds: boolean;
}

/**
 * Functions, classes and the like of languages with braces; those inside functions are not looked for.
 * @param masked code without comments and strings.
 */
export function braceDeclarations(masked: string): Declaration[] {
  const declarations: NonNullable<Open['declaration']>[] = [];
  const open: Open[] = [];
  let headerStart = 0;
  for (const { 0: mark, index } of masked.matchAll(/[{};]/g)) {
    if (mark === '{') {
      const one = openBrace(masked, { headerStart, brace: index, around: open });
      if (one.declaration) declarations.push(one.declaration);
      open.push(one);
    } else if (mark === '}') {
      const { declaration } = open.pop() ?? {};
      if (declaration) declaration.end = closingEnd(masked, index + 1);
    }
    headerStart = index + 1;
  }
  return declarations;
}

interface Brace {
  /** Behind the brace or semicolon before. */
  readonly headerStart: number;
  readonly brace: number;
  readonly around: readonly Open[];
}

function openBrace(masked: string, { headerStart, brace, around }: Brace): Open {
  if (around.some(({ holds }) => !holds)) return { holds: false };
  const from = Math.max(headerStart, brace - LONGEST_HEADER);
  const found = nameOf(masked.slice(from, brace).trimEnd());
  if (found === undefined) return { holds: false };
  const start = Math.max(masked.lastIndexOf('\n', from + found.index) + 1, from + leadingSpace(masked, from));
  const declaration = { name: found.name, start, end: masked.length, depth: around.length };
  return { declaration, holds: found.isType };
}

interface Found {
  readonly name: string;
  readonly isType: boolean;
  /** Where it was found in the header. */
  readonly index: number;
}

function nameOf(header: string): Found | undefined {
  const type = typeHeader.exec(header);
  if (type) {
    const name = `${type[1]} ${type[2]!.replaceAll(/\s+/g, ' ')}`;
    return { name, isType: true, index: type.index };
  }
  for (const pattern of functionHeaders) {
    const found = pattern.exec(header);
    if (found && !control.has(found[1]!)) return { name: `${found[1]}()`, isType: false, index: found.index };
  }
  return undefined;
}

function leadingSpace(masked: string, from: number): number {
  return /^\s*/.exec(masked.slice(from, from + LONGEST_HEADER))![0].length;
}

/** Behind what closes the statement on the same line: `});`. */
function closingEnd(masked: string, offset: number): number {
  return offset + /^[);,]*/.exec(masked.slice(offset, offset + 8))![0].length;
}
