/** Stand for brackets whose inside is looked at no further. */
export const OPEN = '\u0001';
export const CLOSE = '\u0002';

// Headers have at most 1,000 characters, and end where the text does.
/* oxlint-disable regexp/no-super-linear-backtracking */
const generics = '(?:<[^<>;=]*(?:<[^<>;=]*>[^<>;=]*)*>)?';
// Of headers of at most 1,000 characters.
const typeHeaders = [
  // export abstract class Name<T> extends Other, data class Name(val x: Int), namespace a::b
  new RegExp(
    String.raw`(?<=^|\n)[ \t]*(?:[\w@][\w@ \t${OPEN}${CLOSE}]*[ \t])?` +
      String.raw`(class|interface|struct|enum|union|trait|mod|module|namespace|record|object|protocol|extension)\s+` +
      String.raw`([\p{L}_$][\p{L}\p{N}_$.:]*?)\s*${generics}\s*` +
      String.raw`(?:${OPEN}[^;]*|(?:extends|implements|with|where|final|:)[^;]*)?$`,
    'u',
  ),
  // export default class extends Other
  /(?<=\bdefault\s+|=\s*)\b(class)(?:\s+extends\s[^;]*)?$/u,
  // type Name struct, type Name[T any] interface
  /\b(type)\s+([\p{L}\p{N}_]+)(?:\[[^;]*\])?\s+(?:struct|interface)$/u,
  // impl<T> Trait for Name<T> where …
  new RegExp(String.raw`\b(impl)\b\s*${generics}\s*([^;]+?)(?:\swhere\s[^;]*)?$`, 'u'),
];

// Of headers of at most 1,000 characters.
const functionHeaders = [
  // function name(…), func (r *Reader) Name(…), fn name<T>(…), fun name(…)
  new RegExp(
    String.raw`\b(?:function\s*\*?|func|fn|fun|def)\s+(?:${OPEN}\s*${CLOSE}\s*)?` +
      String.raw`([\p{L}\p{N}_$.~]+)\s*(?:[<[][^;]*?[>\]])?\s*${OPEN}`,
    'u',
  ),
  // const name = (…) =>, name = async function, var name = func(…)
  /([\p{L}\p{N}_$#]+)\s*(?::[^=;\n]*)?=\s*(?:async\s*)?(?:function\b|func\b|[^;={}\n]*=>$)/u,
  // name(…), with modifiers before and a type, exceptions or initialisers behind
  new RegExp(
    String.raw`(?<!=[^\n]*|\bnew\s+)([\p{L}\p{N}_$#~][\p{L}\p{N}_$#~:]*)\s*${generics}\s*${OPEN}[^${OPEN}=;]*` +
      String.raw`(?:(?:->|:|where\b|throws\b)[^;]*)?$`,
    'u',
  ),
];

/** Words that stand before a bracket and a brace, and declare nothing. */
export const control =
  /^(?:if|for|while|switch|catch|else|do|try|return|with|foreach|lock|using|synchronized|match|loop|unless|until|select|when|case|new|throw|await|yield|function|func|async)$/;

/** What is declared by the text before a brace, if anything. */
export function nameDeclaration(header: string): Named | undefined {
  const flat = hideBrackets(header);
  for (const pattern of typeHeaders) {
    const found = pattern.exec(flat);
    if (found) {
      const [whole, keyword, name = ''] = found;
      const words = name.replaceAll(/<[^<>]*>/g, '').replaceAll(/\s+/g, ' ');
      const index = found.index + whole.length - whole.trimStart().length;
      return {
        name: `${keyword} ${words}`.trimEnd(),
        index,
        holds: true,
        isObject: false,
        isTentative: false,
      };
    }
  }
  for (const pattern of functionHeaders) {
    const found = pattern.exec(flat);
    if (found && !control.test(found[1]!)) return functionNamed(found[1]!, found.index);
  }
  return undefined;
}

/** What is found in the text before a brace. */
export interface Named {
  /** Such as `class Store`, `open()`, `handlers`, `describe('otters')`. */
  readonly name: string;
  /** Where it begins in that text. */
  readonly index: number;
  /** Whether declarations in it are looked for. */
  readonly holds: boolean;
  readonly isObject: boolean;
  /** Whether it is worth a name only when it holds others. */
  readonly isTentative: boolean;
}

/** A function or a method, whose inside is not looked at. */
export function functionNamed(name: string, index: number): Named {
  return { name: `${name}()`, index, holds: false, isObject: false, isTentative: false };
}

/** An object with properties. */
export function objectNamed(name: string, index: number): Named {
  return { name, index, holds: true, isObject: true, isTentative: true };
}

/** A piece of code with blanks for what is in brackets that it closes, at the same offsets. */
export function hideBrackets(code: string): string {
  let flat = code;
  for (let before = ''; before !== flat;) {
    before = flat;
    flat = before.replaceAll(/\([^()]*\)/g, (found) => OPEN + ' '.repeat(found.length - 2) + CLOSE);
  }
  return flat;
}
