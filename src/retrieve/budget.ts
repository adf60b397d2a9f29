import type { Hit, Passage } from '../types.ts';
import { Turn } from '../util/turn.ts';
import { documentKeyOf } from './candidate.ts';
import type { HitWindow } from './expand.ts';
import { Selection, type CountSpan } from './selection.ts';

export interface BudgetOptions {
  /** Tokens of all passages together; unlimited unless given. */
  readonly tokenBudget?: number;
  /** The tokens of a text, or any number above `most`. */
  readonly countTokens: (text: string, most?: number) => number;
  /** The whole text of a hit's document, read where chunks with white space between them are to be joined. */
  readonly documentText?: (hit: Hit) => Promise<string | undefined>;
  readonly signal?: AbortSignal | undefined;
}

export interface FilledBudget {
  /** By rank of their best hit; no two share a character. */
  readonly passages: readonly Passage[];
  /** Hits that no passage contains, by rank. */
  readonly omitted: readonly string[];
}

/**
 * Fills the budget in rank order: each hit with as much around it as fits, alone if only that fits, else it is left out, and smaller hits after it may still fit. The passages never hold more tokens than the budget. Without
 * a budget everything is taken, and each document is merged and counted once.
 *
 * @throws the signal's reason.
 */
export async function fillBudget(
  windows: readonly HitWindow[],
  options: BudgetOptions,
): Promise<FilledBudget> {
  const { tokenBudget } = options;
  const { selections, omitted } =
    tokenBudget === undefined
      ? await takeAll(windows, options)
      : await takeFitting(windows, { ...options, tokenBudget });
  const passages = selections.flatMap((selection) => selection.passages());
  return { passages: passages.sort((a, b) => a.rank - b.rank), omitted };
}

interface Taken {
  readonly selections: readonly Selection[];
  readonly omitted: readonly string[];
}

async function takeAll(
  windows: readonly HitWindow[],
  { countTokens, documentText, signal }: BudgetOptions,
): Promise<Taken> {
  // without a budget to keep, the stored count of a whole chunk is good enough and costs nothing
  const count: CountSpan = (text, chunk) => chunk?.tokenCount ?? countTokens(text);
  const selections: Selection[] = [];
  const turn = new Turn(signal);
  for (const ofDocument of groupByDocument(windows)) {
    if (turn.isOver()) await turn.next();
    const selection = new Selection(placeOf(ofDocument[0]!), count);
    const widened = ofDocument.find(({ steps }) => steps.length > 0);
    const taken = ofDocument.map(({ hit, steps }) => ({ hit, chunks: [hit.chunk, ...steps.flat()] }));
    selection.documentText = widened && (await documentText?.(widened.hit));
    selection.take(selection.changeFor(taken.flatMap(({ chunks }) => chunks)), taken);
    selections.push(selection);
  }
  return { selections, omitted: [] };
}

async function takeFitting(
  windows: readonly HitWindow[],
  { countTokens, documentText, tokenBudget, signal }: BudgetOptions & { readonly tokenBudget: number },
): Promise<Taken> {
  const selections = new Map<string, Selection>();
  const omitted: string[] = [];
  const turn = new Turn(signal);
  let available = tokenBudget;
  for (const window of windows) {
    if (turn.isOver()) await turn.next();
    const { hit, steps } = window;
    const key = documentKeyOf(hit);
    const selection =
      selections.get(key) ?? new Selection(placeOf(window), (text, _chunk, most) => countTokens(text, most));
    const alone = selection.changeFor([hit.chunk], available);
    if (alone.growth > available) {
      omitted.push(hit.chunk.chunkId);
      continue;
    }
    available -= alone.growth;
    selection.take(alone, [{ hit, chunks: [hit.chunk] }]);
    selections.set(key, selection);
    if (steps.length > 0) selection.documentText ??= await documentText?.(hit);
    for (const chunks of steps) {
      const widened = selection.changeFor(chunks, available);
      if (widened.growth > available) break;
      available -= widened.growth;
      selection.take(widened, [{ hit, chunks }]);
    }
  }
  return { selections: [...selections.values()], omitted };
}

function groupByDocument(windows: readonly HitWindow[]): HitWindow[][] {
  const groups = new Map<string, HitWindow[]>();
  for (const window of windows) {
    const key = documentKeyOf(window.hit);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [window]);
    else group.push(window);
  }
  return [...groups.values()];
}

function placeOf({ hit }: HitWindow) {
  const { documentId, documentVersion } = hit.chunk;
  return { collection: hit.collection, documentId, documentVersion };
}
