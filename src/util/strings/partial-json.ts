export interface PartialJson {
  /** `undefined` where nothing of it is there yet. */
  readonly value: unknown;
  /** Whether the whole value is there. */
  readonly complete: boolean;
}

const number = /-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const literal = /true|false|null/y;
/** A string with its closing quote, if that is there. */
const string = /"([^"\\]*(?:\\.[^"\\]*)*)("?)/sy;
const unfinishedEscape = /\\(?:u[0-9a-fA-F]{0,3})?$/;
const rawControls: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Values in one another; what lies deeper counts as no JSON. */
const mostNested = 100;

/**
 * Reads JSON that is still being written: what is open at the end counts as closed there, and an unfinished number,
 * word or key as not yet written. Reading stops at the end of the value, or where the text is no JSON.
 */
export function readPartialJson(text: string): PartialJson {
  let at = 0;
  let depth = 0;

  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  const takeSign = (sign: string): boolean => {
    take(/\s*/y);
    if (text[at] !== sign) return false;
    at += 1;
    return true;
  };

  function readValue(): PartialJson {
    if (depth >= mostNested) return { value: undefined, complete: false };
    depth += 1;
    const read = readOne();
    depth -= 1;
    return read;
  }

  function readOne(): PartialJson {
    take(/\s*/y);
    if (text[at] === '{') return readObject();
    if (text[at] === '[') return readArray();
    if (text[at] === '"') return readString();
    const match = take(literal) ?? take(number);
    if (match === null || (at === text.length && /\d/.test(match[0])))
      return { value: undefined, complete: false };
    return { value: JSON.parse(match[0]), complete: true };
  }

  function readString(): PartialJson {
    const [, body = '', closing = ''] = take(string) ?? [];
    const finished = closing === '' ? body.replace(unfinishedEscape, '') : body;
    const escaped = finished.replaceAll(/[\n\r\t]/g, (sign) => rawControls[sign]!);
    try {
      return { value: JSON.parse(`"${escaped}"`), complete: closing !== '' };
    } catch {
      return { value: undefined, complete: false };
    }
  }

  function readArray(): PartialJson {
    const value: unknown[] = [];
    takeSign('[');
    if (takeSign(']')) return { value, complete: true };
    do {
      const item = readValue();
      if (item.value !== undefined) value.push(item.value);
      if (!item.complete) return { value, complete: false };
    } while (takeSign(','));
    return { value, complete: takeSign(']') };
  }

  function readObject(): PartialJson {
    const entries: [string, unknown][] = [];
    const object = (complete: boolean) => ({ value: Object.fromEntries(entries), complete });
    takeSign('{');
    if (takeSign('}')) return object(true);
    do {
      take(/\s*/y);
      const key = readString();
      if (!key.complete || !takeSign(':')) return object(false);
      const item = readValue();
      if (item.value !== undefined) entries.push([String(key.value), item.value]);
      if (!item.complete) return object(false);
    } while (takeSign(','));
    return object(takeSign('}'));
  }

  return readValue();
}
