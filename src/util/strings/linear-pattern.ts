import { createRequire } from 'node:module';
import type { RE2JS as Re2 } from 're2js';
import { once } from '../async/once.ts';
import { docsPage } from './docs-page.ts';

const require = createRequire(import.meta.url);

/** UTF-16 code units. */
const maxLength = 1_000;
/** `a{2,30}` counts 30; what is repeated is compiled so many times. */
const maxRepetitions = 1_000;
/** Instructions; matching takes at most as many steps a character. */
const maxInstructions = 10_000;

/** A regular expression whose matching takes time in proportion to the text, whatever the two are. */
export interface LinearPattern {
  /** Whether some part of the text matches. */
  test(text: string): boolean;
  /** The first part of the text that matches, the leftmost one. */
  find(text: string): string | undefined;
}

/** Why an expression is not taken. */
export class PatternRefused extends Error {
  override readonly name = 'PatternRefused';
  readonly hint: string;
  /** Of the first character that is not understood, from 0, where one is. */
  readonly at: number | undefined;

  constructor(
    reason: string,
    { hint, at, cause }: { hint: string; at?: number | undefined; cause?: unknown },
  ) {
    super(reason, { cause });
    this.hint = hint;
    this.at = at;
  }
}

/**
 * Compiles an expression in the syntax of RE2, which knows neither look-around nor back references.
 * @param source at most 1,000 characters, counted repetitions that add up to at most 1,000.
 * @throws PatternRefused
 * @see https://github.com/google/re2/wiki/Syntax
 */
export function compilePattern(source: string, { ignoreCase = false } = {}): LinearPattern {
  if (source.length > maxLength) {
    throw new PatternRefused(`it is longer than ${maxLength} characters`, { hint: 'Shorten it.' });
  }
  if (repetitionsOf(source) > maxRepetitions) {
    throw new PatternRefused(`its repetitions add up to more than ${maxRepetitions}`, {
      hint: 'Write * or + for a large count.',
    });
  }
  const { RE2JS } = engine();
  const pattern = compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  if (pattern.programSize() > maxInstructions) {
    throw new PatternRefused('it is too large', { hint: 'Repeat less, or shorter parts.' });
  }
  return {
    test: (text) => pattern.test(text),
    find(text) {
      const matcher = pattern.matcher(text);
      return matcher.find() ? (matcher.group() ?? undefined) : undefined;
    },
  };
}

function compile(source: string, flags: number): Re2 {
  const { RE2JS, RE2JSException } = engine();
  refuseLookingAround(source);
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source), flags);
  } catch (cause) {
    if (!(cause instanceof RE2JSException)) throw cause;
    const reason = cause.message.replace(/^error parsing regexp: /, '');
    const found = 'input' in cause && typeof cause.input === 'string' ? source.indexOf(cause.input) : -1;
    const at = found < 0 ? undefined : found;
    const place = at === undefined ? '' : ` at character ${at + 1}`;
    const hint = `${reason}. ${docsPage('filters.md')} says what can be written.`;
    throw new PatternRefused(`it does not compile${place}`, { hint, at, cause });
  }
}

/** An escape, a character class, or what opens a look-around. */
const part = /\\(?<back>[1-9k])|\\.|\[(?:\\.|[^\]\\])*\]|\(\?<?[=!]/gsu;

function refuseLookingAround(source: string): void {
  for (const { 0: found, index: at, groups } of source.matchAll(part)) {
    if (groups?.back !== undefined) {
      const hint = 'Write out what is to come again.';
      throw new PatternRefused(`it refers back (${found}) at character ${at + 1}`, { hint, at });
    }
    if (found.startsWith('(')) {
      const hint = 'Leave it out, or use $contains and $notContains beside the expression.';
      throw new PatternRefused(`it looks around (${found}) at character ${at + 1}`, { hint, at });
    }
  }
}

/** In brackets and escapes too, where braces mean nothing: there they may be written otherwise. */
function repetitionsOf(source: string): number {
  let sum = 0;
  for (const [, least, most = ''] of source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)) sum += Number(most || least);
  return sum;
}

/** Loaded when the first expression is compiled: it takes as long as opening a small store. */
const engine = once(() => require('re2js') as typeof import('re2js'));
