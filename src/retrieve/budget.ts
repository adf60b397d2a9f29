import type { Chunk, Passage, Hit } from '../types.ts';
import type { DocumentPlace } from '../util/document-key.ts';
import { documentKeyOf } from './candidate.ts';
import type { HitWindow } from './expand.ts';
import { mergeChunks, type MergedSpan } from './merge-chunks.ts';

export interface BudgetOptions {
  /** Tokens of all passages together; unlimited unless given. */
  readonly tokenBudget?: number;
  readonly countTokens: (text: string) => number;
  /** The whole text of a hit's document, read where chunks with white space between them are to be joined. */
  readonly documentText?: (hit: Hit) => Promise<string | undefined>;
}

export interface FilledBudget {
  /** By rank of their best hit; no two share a character. */
  readonly passages: readonly Passage[];
  /** Hits that no passage contains, by rank. */
  readonly omitted: readonly string[];
}

interface CountedSpan extends MergedSpan {
  readonly tokenCount: number;
}

/** What is taken of one document so far. */
interface Selection extends DocumentPlace {
  readonly text: string | undefined;
  readonly chunks: ReadonlyMap<string, Chunk>;
  readonly spans: readonly CountedSpan[];
}

/**
 * Fills the budget in rank order: each hit with its neighbours if that fits, alone if only that fits, else it is
 * left out, and smaller hits after it may still fit. The passages never hold more tokens than the budget.
 */
export async function fillBudget(
  windows: readonly HitWindow[],
  options: BudgetOptions,
): Promise<FilledBudget> {
  const { tokenBudget = Infinity, documentText } = options;
  const count = countSpans(options);
  const selections = new Map<string, Selection>();
  const taken: Hit[] = [];
  const omitted: string[] = [];
  for (const { hit, chunks } of windows) {
    const key = documentKeyOf(hit);
    const others = [...selections].filter(([other]) => other !== key).map(([, selection]) => selection);
    const available = tokenBudget - others.reduce((sum, selection) => sum + tokensOf(selection), 0);
    const place = { collection: hit.collection, documentId: hit.chunk.documentId };
    const empty = { ...place, text: undefined, chunks: new Map(), spans: [] };
    const alone = extend(selections.get(key) ?? empty, [hit.chunk], count);
    if (tokensOf(alone) > available) {
      omitted.push(hit.chunk.chunkId);
      continue;
    }
    const text = alone.text ?? (chunks.length > 1 ? await documentText?.(hit) : undefined);
    const widened = extend({ ...alone, text }, chunks, count);
    selections.set(key, tokensOf(widened) <= available ? widened : { ...alone, text });
    taken.push(hit);
  }
  const passages = [...selections].flatMap(([key, selection]) =>
    passagesOf(
      selection,
      taken.filter((hit) => documentKeyOf(hit) === key),
    ),
  );
  return { passages: passages.sort((a, b) => a.rank - b.rank), omitted };
}

type CountSpan = (span: MergedSpan, chunks: Selection['chunks']) => number;

/** Without a budget to keep, the stored count of a whole chunk is good enough and costs nothing. */
function countSpans({ tokenBudget, countTokens }: BudgetOptions): CountSpan {
  return ({ text, chunkIds }, chunks) => {
    const only = chunkIds.length === 1 ? chunks.get(chunkIds[0]!) : undefined;
    return only && tokenBudget === undefined ? only.tokenCount : countTokens(text);
  };
}

function extend(selection: Selection, added: readonly Chunk[], count: CountSpan): Selection {
  const chunks = new Map(selection.chunks);
  for (const chunk of added) chunks.set(chunk.chunkId, chunk);
  if (chunks.size === selection.chunks.size) return selection;
  const spans = mergeChunks([...chunks.values()], selection.text).map((span) => {
    const same = selection.spans.find(
      ({ text, charStart }) => charStart === span.charStart && text === span.text,
    );
    return { ...span, tokenCount: same?.tokenCount ?? count(span, chunks) };
  });
  return { ...selection, chunks, spans };
}

function tokensOf({ spans }: Selection): number {
  return spans.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
}

function passagesOf({ collection, documentId, spans }: Selection, taken: readonly Hit[]): Passage[] {
  return spans.map(({ chunkIds, ...span }) => {
    const hits = taken.filter(({ chunk }) => chunkIds.includes(chunk.chunkId));
    return {
      collection,
      documentId,
      chunkIds: [...chunkIds],
      ...span,
      rank: Math.min(...hits.map(({ rank }) => rank)),
      relevanceScore: Math.max(...hits.map(({ relevanceScore }) => relevanceScore)),
    };
  });
}
