import type { Chunk, Hit, Passage } from '../../types.ts';
import { Turn } from '../../util/turn.ts';
import { documentKeyOf } from '../candidate.ts';
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
 * Fills the budget in rank order: each hit with as much around it as fits, alone if only that fits, else it is left out, and
 * smaller hits after it may still fit. The passages never hold more tokens than the budget; stored counts, which may be another
 * tokenizer's, leave out no hit. Without a budget everything is taken, and each document is merged and counted once.
 *
 * @throws the signal's reason.
 */
export async function fillBudget(
  windows: readonly HitWindow[],
  options: BudgetOptions,
): Promise<FilledBudget> {
  const { tokenBudget } = options;
  const { passages, omitted } =
    tokenBudget === undefined
      ? await takeAll(windows, options)
      : await takeFitting(windows, { ...options, tokenBudget });
  return { passages: passages.sort((a, b) => a.rank - b.rank), omitted };
}

/**
 * The hits that would be taken, by their stored counts, were none taken with what stands around it: around the others nothing
 * has to be read.
 */
export function fittingAlone(hits: readonly Hit[], tokenBudget = Infinity): Hit[] {
  let available = tokenBudget;
  return hits.filter(({ chunk }) => {
    if (chunk.tokenCount > available) return false;
    available -= chunk.tokenCount;
    return true;
  });
}

interface Taken {
  readonly passages: Passage[];
  readonly omitted: readonly string[];
}

async function takeAll(
  windows: readonly HitWindow[],
  { countTokens, documentText, signal }: BudgetOptions,
): Promise<Taken> {
  // without a budget to keep, the stored count of a whole chunk is good enough and costs nothing
  const count: CountSpan = (text, chunk) => chunk?.tokenCount ?? countTokens(text);
  const passages: Passage[] = [];
  const turn = new Turn(signal);
  for (const ofDocument of groupByDocument(windows)) {
    if (turn.isOver()) await turn.next();
    const first = ofDocument[0]!;
    if (ofDocument.length === 1 && first.steps.length === 0) {
      passages.push(passageOf(first));
      continue;
    }
    const selection = new Selection(placeOf(first), count);
    const widened = ofDocument.find(({ steps }) => steps.length > 0);
    const taken = ofDocument.map(({ hit, steps }) => ({ hit, chunks: [hit.chunk, ...steps.flat()] }));
    selection.documentText = widened && (await documentText?.(widened.hit));
    selection.take(selection.changeFor(taken.flatMap(({ chunks }) => chunks)), taken);
    passages.push(...selection.passages());
  }
  return { passages, omitted: [] };
}

/** A hit that stands alone in its document. */
function passageOf(window: HitWindow): Passage {
  const { chunk, rank, relevanceScore } = window.hit;
  const { chunkId, charStart, charEnd, content, tokenCount } = chunk;
  return {
    ...placeOf(window),
    chunkIds: [chunkId],
    chunks: [{ chunkId, charStart, charEnd }],
    charStart,
    charEnd,
    text: content,
    tokenCount,
    rank,
    relevanceScore,
  };
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
    if (steps.length > 0) selection.documentText ??= await documentText?.(hit);
    const taken = takeWindow(selection, window, available);
    if (taken === undefined) omitted.push(hit.chunk.chunkId);
    else selections.set(key, selection);
    available -= taken ?? 0;
  }
  return { passages: [...selections.values()].flatMap((selection) => selection.passages()), omitted };
}

/** Takes a hit with as many of its steps as fit, and gives the tokens of that; `undefined` where the hit itself does not fit. */
function takeWindow(selection: Selection, { hit, steps }: HitWindow, available: number): number | undefined {
  const take = (chunks: readonly Chunk[], most: number): number | undefined => {
    const change = selection.changeFor(chunks, most);
    if (change.growth > most) return undefined;
    selection.take(change, [{ hit, chunks }]);
    return change.growth;
  };
  const all = [...new Map([hit.chunk, ...steps.flat()].map((chunk) => [chunk.chunkId, chunk])).values()];
  const stored = all.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
  // Where all of it will fit, it is counted once.
  const whole = stored <= available ? take(all, available) : undefined;
  if (whole !== undefined) return whole;
  let tokens = take([hit.chunk], available);
  if (tokens === undefined) return undefined;
  for (const chunks of steps) {
    const wider = take(chunks, available - tokens);
    if (wider === undefined) break;
    tokens += wider;
  }
  return tokens;
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
