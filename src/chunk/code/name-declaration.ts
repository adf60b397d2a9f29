/** Brackets with all that is in them, which is looked at no further. */
const OPEN = '\u0001';
const CLOSE = '\u0002';

const generics = '(?:<[^<>;=]*(?:<[^<>;=]*>[^<>;=]*)*>)?';
const typeHeaders = [
  // export abstract class Name<T> extends Other, data class Name(val x: Int), namespace a::b
  new RegExp(
    String.raw`(?<=^|\n)[ \t]*(?:[\w@][\w@ \t${OPEN}${CLOSE}]*[ \t])?` +
      String.raw`(class|interface|struct|enum|union|trait|mod|module|namespace|record|object|protocol|extension)\s+` +
      String.raw`([\p{L}_$][\p{L}\p{N}_$.:]*?)\s*${generics}\s*` +
      String.raw`(?:${OPEN}[^;]*|(?:extends|implements|with|where|final|:)[^;]*)?$`,
    'u',
  ),
  // type Name struct, type Name[T any] interface
  /\b(type)\s+([\p{L}\p{N}_]+)(?:\[[^;]*\])?\s+(?:struct|interface)$/u,
  // impl<T> Trait for Name<T> where …
  new RegExp(String.raw`\b(impl)\b\s*${generics}\s*([^;]+?)(?:\swhere\s[^;]*)?$`, 'u'),
];

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

const control =
  /^(?:if|for|while|switch|catch|else|do|try|return|with|foreach|lock|using|synchronized|match|loop|unless|until|select|when|case|new|throw|await|yield)$/;

interface Found {
  /** Such as `class Store` or `open()`. */
  readonly name: string;
  readonly index: number;
}

/** What is declared by the text before a brace, if anything. */
export function nameDeclaration(header: string): Found | undefined {
  const flat = hideBrackets(header);
  for (const pattern of typeHeaders) {
    const found = pattern.exec(flat);
    if (found) {
      const [whole, keyword, name] = found;
      const words = name!.replaceAll(/<[^<>]*>/g, '').replaceAll(/\s+/g, ' ');
      return { name: `${keyword} ${words}`, index: found.index + whole.length - whole.trimStart().length };
    }
  }
  for (const pattern of functionHeaders) {
    const found = pattern.exec(flat);
    if (found && !control.test(found[1]!)) return { name: `${found[1]}()`, index: found.index };
  }
  return undefined;
}

/** The header with blanks for what is in brackets, at the same offsets. */
function hideBrackets(header: string): string {
  let flat = header;
  for (let before = ''; before !== flat;) {
    before = flat;
    flat = before.replaceAll(/\([^()]*\)/g, (found) => OPEN + ' '.repeat(found.length - 2) + CLOSE);
  }
  return flat;
}
