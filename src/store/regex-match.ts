import { createContext, Script } from 'node:vm';
import { FilterError } from '../errors.ts';

const timeLimitMs = 2_000;
const itemsPerRun = 500;

/**
 * The items whose text matches every expression (sources, `u` flag). Matching is given two seconds in all, without
 * the time that `textOf` takes: an expression that backtracks is stopped, which only code run through `node:vm` can be.
 *
 * @throws FilterError when the time is up.
 */
export function matchingTexts<Item>(
  items: readonly Item[],
  sources: readonly string[],
  textOf: (item: Item) => string,
): Item[] {
  const context = createContext({ sources, texts: [] as string[] });
  const script = new Script(
    'texts.map((text) => sources.every((source) => new RegExp(source, "u").test(text)))',
  );
  const matching: Item[] = [];
  let leftMs = timeLimitMs;
  for (let start = 0; start < items.length; start += itemsPerRun) {
    const batch = items.slice(start, start + itemsPerRun);
    context.texts = batch.map(textOf);
    const started = performance.now();
    const verdicts = run(script, { context, leftMs });
    leftMs -= performance.now() - started;
    matching.push(...batch.filter((_, index) => verdicts[index]));
  }
  return matching;
}

function run(
  script: Script,
  { context, leftMs }: { readonly context: object; readonly leftMs: number },
): readonly boolean[] {
  if (leftMs <= 0) throw tookTooLong();
  try {
    return script.runInContext(context, { timeout: Math.ceil(leftMs) }) as boolean[];
  } catch (error) {
    throw tookTooLong(error);
  }
}

function tookTooLong(cause?: unknown): FilterError {
  return new FilterError('A regular expression took too long to match.', {
    hint: 'Make it simpler: avoid repetitions of overlapping alternatives and several .* in a row; or add a filter.',
    context: { position: '$regex', timeLimitMs },
    cause,
  });
}
