/** What a model is sent fits its context: results are bounded in tokens, and cut between words. */
import type { ScopedKnowledgeBase } from '../../index.ts';

/** Most tokens of a result, counted over its JSON text. */
export const mostTokens = 8000;
/** Left for the frame around the items of a list, and for the tokens that change where two pieces meet. */
const reserve = 500;

type Counting = Pick<ScopedKnowledgeBase, 'countTokens'>;

export const countJson = (kb: Counting, value: unknown): Promise<number> =>
  kb.countTokens(JSON.stringify(value), mostTokens);

/** The first items, as many as fit one result. */
export async function asManyAsFit<Item>(kb: Counting, items: readonly Item[]): Promise<Item[]> {
  let room = mostTokens - reserve;
  let count = 0;
  for (const item of items) {
    room -= await countJson(kb, item);
    if (room < 0) break;
    count += 1;
  }
  return items.slice(0, count);
}

/** The first that fits one result; the last one where none does. */
export async function firstThatFits<Value>(kb: Counting, shapes: readonly (() => Value)[]): Promise<Value> {
  for (const shape of shapes.slice(0, -1)) {
    const value = shape();
    if ((await countJson(kb, value)) <= mostTokens) return value;
  }
  return shapes.at(-1)!();
}

const words = new Intl.Segmenter('en', { granularity: 'word' });

/** The beginning of a longer text, up to the end of a word, with a sign that it is one. */
export function brief(text: string, mostChars: number): string {
  if (text.length <= mostChars) return text;
  const edges = [...words.segment(text.slice(0, mostChars + 100))].map(({ index }) => index);
  const at = edges.findLast((edge) => edge <= mostChars) ?? 0;
  const cut = text.slice(0, at === 0 ? mostChars : at).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.trimEnd()} …`;
}

/** Longer titles are files' first lines. */
export const shownTitle = (title: string) => brief(title, 200);

export const shownWarnings = (warnings: readonly string[]) =>
  warnings.slice(0, 10).map((warning) => brief(warning, 300));
