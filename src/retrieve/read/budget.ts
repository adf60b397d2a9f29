import type { Chunk, Hit, Passage } from '../../types.ts';
import { Turn } from '../../util/async/turn.ts';
import { documentKeyOf } from '../candidate.ts';
import type { HitWindow } from './expand.ts';
import { isTableRow } from '../../text/structure/table-row.ts';
import type { DocumentPlace } from '../../util/ids/document-key.ts';
import { firstIndex } from '../../text/spans.ts';
import { groupBy } from '../../util/lists/group-by.ts';

export interface BudgetOptions {
  /** Tokens of all passages together; unlimited unless given. */
  readonly tokenBudget?: number;
  /** The tokens of a text, or any number above `most`. */
  readonly countTokens: (text: string, most?: number) => number;
  /** The whole text of a hit's document, read where chunks with white space between them are to be joined. */
  readonly documentText?: (hit: Hit) => Promise<string | undefined>;
  readonly signal?: AbortSignal | undefined;
}

interface FilledBudget {
  /** By rank of their best hit; no two share a character. */
  readonly passages: readonly Passage[];
  /** Hits that no passage contains, by rank. */
  readonly omitted: readonly string[];
}

/**
 * Fills the budget in rank order: each hit with as much around it as fits, alone if only that fits, else it is left out, and
 * smaller hits after it may still fit. Around tables, whose rows say what they are of, is taken what fits in the end. The passages never hold more tokens than the budget; stored counts, which may be another
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
  for (const ofDocument of groupBy(windows, ({ hit }) => documentKeyOf(hit)).values()) {
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
function passageOf({ hit }: HitWindow): Passage {
  const { collection, chunk, rank, relevanceScore } = hit;
  const { chunkId, documentId, documentVersion, charStart, charEnd, content, tokenCount } = chunk;
  return {
    collection,
    documentId,
    documentVersion,
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
  const tables: HitWindow[] = [];
  for (const window of windows) {
    if (turn.isOver()) await turn.next();
    const isLater = window.steps.length > 0 && isTable(window.hit.chunk.content);
    const { hit, steps } = isLater ? { ...window, steps: [] } : window;
    const key = documentKeyOf(hit);
    const selection =
      selections.get(key) ?? new Selection(placeOf(window), (text, _chunk, most) => countTokens(text, most));
    if (steps.length > 0) selection.documentText ??= await documentText?.(hit);
    const taken = takeWindow(selection, { hit, steps }, available);
    if (taken === undefined) omitted.push(hit.chunk.chunkId);
    else {
      selections.set(key, selection);
      available -= taken;
      if (isLater) tables.push(window);
    }
  }
  for (const window of tables) {
    if (turn.isOver()) await turn.next();
    const selection = selections.get(documentKeyOf(window.hit))!;
    selection.documentText ??= await documentText?.(window.hit);
    available -= takeWindow(selection, window, available) ?? 0;
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

/** Whether most lines of a chunk are rows. */
function isTable(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return 2 * lines.filter(isTableRow).length > lines.length;
}

function placeOf({ hit }: HitWindow) {
  const { documentId, documentVersion } = hit.chunk;
  return { collection: hit.collection, documentId, documentVersion };
}

interface CountedSpan extends MergedSpan {
  readonly tokenCount: number;
}

/** The spans from index `from` to `to` of a selection, and what comes in their place. */
interface SelectionChange {
  readonly from: number;
  readonly to: number;
  readonly spans: readonly CountedSpan[];
  /** By how much the tokens of the selection grow. */
  readonly growth: number;
}

/** Tokens of a span, or any number above `most`; `chunk` is given where the span is one chunk alone. */
type CountSpan = (text: string, chunk: Chunk | undefined, most: number) => number;

/** A hit and chunks that are taken for its sake. */
interface Brought {
  readonly hit: Hit;
  readonly chunks: readonly Chunk[];
}

/** What is taken of one document so far: spans in order that share no character, and the hits they are for. */
class Selection {
  /** The document's text, over whose white space chunks are joined. */
  documentText: string | undefined;
  readonly #place: DocumentPlace;
  readonly #count: CountSpan;
  #spans: readonly CountedSpan[] = [];
  readonly #hits = new Map<string, Hit>();
  /** For each chunk taken, the best hit whose window it came with. */
  readonly #broughtBy = new Map<string, Hit>();

  constructor(place: DocumentPlace, count: CountSpan) {
    this.#place = place;
    this.#count = count;
  }

  /**
   * What taking these chunks would change; only spans beside or between them are joined and counted again. One that grows by
   * more than `most` is not to be taken: its tokens are not counted to the end.
   */
  changeFor(added: readonly Chunk[], most = Infinity): SelectionChange {
    const fresh = new Map(
      added.filter(({ chunkId }) => !this.#broughtBy.has(chunkId)).map((chunk) => [chunk.chunkId, chunk]),
    );
    const start = added.reduce((first, { charStart }) => Math.min(first, charStart), Infinity);
    const end = added.reduce((last, { charEnd }) => Math.max(last, charEnd), -Infinity);
    const spans = this.#spans;
    const from = Math.max(0, firstIndex(spans.length, (at) => spans[at]!.charEnd >= start) - 1);
    const to = Math.min(spans.length, firstIndex(spans.length, (at) => spans[at]!.charStart > end) + 1);
    const before = spans.slice(from, to);
    const merged = mergeSpans([...before, ...[...fresh.values()].map(spanOf)], this.documentText);
    const known = new Map(before.map((span) => [`${span.charStart}-${span.charEnd}`, span.tokenCount]));
    const tokensBefore = sumTokens(before);
    const counted = merged.map((span) => {
      const tokenCount = known.get(`${span.charStart}-${span.charEnd}`);
      const only = span.chunks.length === 1 ? fresh.get(span.chunks[0]!.chunkId) : undefined;
      return { ...span, tokenCount: tokenCount ?? this.#count(span.text, only, tokensBefore + most) };
    });
    return { from, to, spans: counted, growth: sumTokens(counted) - tokensBefore };
  }

  /** Makes a change of `changeFor`, which took what these hits brought, best hit first. */
  take({ from, to, spans }: SelectionChange, taken: readonly Brought[]): void {
    this.#spans = [...this.#spans.slice(0, from), ...spans, ...this.#spans.slice(to)];
    for (const { hit, chunks } of taken) {
      this.#hits.set(hit.chunk.chunkId, hit);
      for (const { chunkId } of chunks) {
        if (!this.#broughtBy.has(chunkId)) this.#broughtBy.set(chunkId, hit);
      }
    }
  }

  /** A span without a hit of its own, beside text that no chunk has, ranks with the hit whose window it is from. */
  passages(): Passage[] {
    return this.#spans.map(({ chunks, ...span }) => {
      const chunkIds = chunks.map(({ chunkId }) => chunkId);
      const own = chunkIds.flatMap((chunkId) => this.#hits.get(chunkId) ?? []);
      const hits = own.length > 0 ? own : chunkIds.flatMap((chunkId) => this.#broughtBy.get(chunkId) ?? []);
      const rank = hits.reduce((best, hit) => Math.min(best, hit.rank), Infinity);
      const relevanceScore = hits.reduce((best, hit) => Math.max(best, hit.relevanceScore), 0);
      return { ...this.#place, chunkIds, chunks: [...chunks], ...span, rank, relevanceScore };
    });
  }
}

function sumTokens(spans: readonly CountedSpan[]): number {
  return spans.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
}

/** Where a chunk stands in its document. */
interface ChunkSpan {
  readonly chunkId: string;
  readonly charStart: number;
  readonly charEnd: number;
}

/** One or more chunks of one document as one piece of its text. */
interface MergedSpan {
  readonly charStart: number;
  readonly charEnd: number;
  /** By where they start. */
  readonly chunks: readonly ChunkSpan[];
  /** Exactly the document's text from `charStart` to `charEnd`. */
  readonly text: string;
}

/** A chunk as a span of its own. */
export function spanOf({ chunkId, charStart, charEnd, content }: Chunk): MergedSpan {
  return { charStart, charEnd, chunks: [{ chunkId, charStart, charEnd }], text: content };
}

/**
 * Joins spans of one document that overlap or touch, and, where the document's text is at hand, those with only
 * white space between. The spans that result are in order, share no character and hold no text but that of the
 * chunks and white space. A span that nothing joins is given back as it is.
 */
export function mergeSpans<T extends MergedSpan>(
  spans: readonly T[],
  documentText?: string,
): (T | MergedSpan)[] {
  const groups: T[][] = [];
  let end = -Infinity;
  for (const span of spans.toSorted(compareSpans)) {
    const joins = span.charStart <= end || documentText?.slice(end, span.charStart).trim() === '';
    if (groups.length > 0 && joins) groups.at(-1)!.push(span);
    else groups.push([span]);
    end = Math.max(end, span.charEnd);
  }
  return groups.map((group) => (group.length === 1 ? group[0]! : concatenate(group, documentText)));
}

function concatenate(group: readonly MergedSpan[], documentText = ''): MergedSpan {
  const { charStart } = group[0]!;
  let charEnd = charStart;
  let text = '';
  for (const span of group) {
    text += documentText.slice(charEnd, Math.max(charEnd, span.charStart));
    text += span.text.slice(Math.max(0, charEnd - span.charStart));
    charEnd = Math.max(charEnd, span.charEnd);
  }
  return { charStart, charEnd, chunks: group.flatMap(({ chunks }) => chunks).sort(compareSpans), text };
}

type Stretch = Pick<ChunkSpan, 'charStart' | 'charEnd'>;

function compareSpans(a: Stretch, b: Stretch): number {
  return a.charStart - b.charStart || b.charEnd - a.charEnd;
}
