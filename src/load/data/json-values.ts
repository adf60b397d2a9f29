import { cleanText } from '../detect/decode.ts';

/** A JSON value as it is written: numbers keep their digits, objects keep doubled keys and their order. */
export type JsonNode =
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'object'; readonly entries: readonly JsonEntry[] };

export interface JsonEntry {
  readonly key: string;
  readonly value: JsonNode;
}

/** Where a text stops being JSON. */
export class JsonSyntaxError extends Error {
  readonly offset: number;
  readonly isTooDeep: boolean;

  constructor(offset: number, isTooDeep = false) {
    super(isTooDeep ? 'nested too deeply' : `no JSON at character ${offset}`);
    this.offset = offset;
    this.isTooDeep = isTooDeep;
  }
}

const mostLevels = 500;

const space = /[ \t\n\r]*/y;
const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?|true|false|null/iy;

/**
 * Reads the value that a text begins with, and says where it ends.
 * @throws JsonSyntaxError where there is none, or more than 500 levels.
 */
export function readJson(text: string): { value: JsonNode; end: number } {
  const reader = new JsonReader(text);
  const value = reader.value(0);
  return { value, end: reader.at };
}

class JsonReader {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): JsonNode {
    this.#take(space);
    if (depth > mostLevels) throw new JsonSyntaxError(this.at, true);
    const mark = this.#text[this.at];
    if (mark === '{') return { kind: 'object', entries: this.#list('}', () => this.#entry(depth)) };
    if (mark === '[') return { kind: 'array', items: this.#list(']', () => this.value(depth + 1)) };
    if (mark === '"') return { kind: 'string', text: this.#string() };
    return { kind: 'literal', text: this.#expect(literal) };
  }

  #entry(depth: number): JsonEntry {
    this.#take(space);
    const key = this.#string();
    this.#take(space);
    this.#mark(':');
    return { key, value: this.value(depth + 1) };
  }

  /** What stands between commas up to the closing mark. */
  #list<Item>(close: ']' | '}', read: () => Item): Item[] {
    this.at++;
    this.#take(space);
    const items: Item[] = [];
    while (this.#text[this.at] !== close) {
      if (items.length > 0) this.#mark(',');
      items.push(read());
      this.#take(space);
    }
    this.at++;
    return items;
  }

  #string(): string {
    const start = this.at;
    this.#mark('"');
    const end = closingQuote(this.#text, this.at);
    if (end === undefined) throw new JsonSyntaxError(this.#text.length);
    this.at = end + 1;
    try {
      return cleanText(JSON.parse(this.#text.slice(start, this.at)) as string);
    } catch {
      throw new JsonSyntaxError(start); // control characters, unknown escapes
    }
  }

  #mark(mark: string): void {
    if (this.#text[this.at] !== mark) throw new JsonSyntaxError(this.at);
    this.at++;
  }

  #expect(pattern: RegExp): string {
    const found = this.#take(pattern);
    if (found === '') throw new JsonSyntaxError(this.at);
    return found;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [found = ''] = pattern.exec(this.#text) ?? [];
    this.at += found.length;
    return found;
  }
}

/** The quotation mark that ends a string, without a backslash before it that counts. */
function closingQuote(text: string, from: number): number | undefined {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return undefined;
}

/** A number or a name that the sample's end cuts has at most so many characters. */
const longestCut = 40;

/** Whether a sample is JSON, or the beginning of some; one that was promised need only begin like an object or a list. */
export function isJson(
  sample: string,
  { isWhole, isPromised }: { readonly isWhole: boolean; readonly isPromised: boolean },
): boolean {
  const text = sample.trimStart();
  if (isPromised) return /^[[{"\d-]|^(?:true|false|null)\b/.test(text);
  if (!/^[[{]/.test(text)) return false;
  try {
    const { end } = readJson(text);
    return /^\s*$|^[ \t]*\n\s*[[{]/.test(text.slice(end, end + 200));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return error.isTooDeep || (!isWhole && error.offset >= text.length - longestCut);
  }
}
