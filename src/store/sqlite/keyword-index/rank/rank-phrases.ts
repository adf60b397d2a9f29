import { analyse } from '../../../../text/terms/analyser.ts';
import { hasPhrase } from '../../../../text/terms/keyword-query.ts';
import { chunkText } from '../chunk-texts.ts';
import type { SqlDatabase } from '../../database/driver.ts';
import { allowedOrdinals } from './allowed-ordinals.ts';
import type { Candidate } from './best-scores.ts';
import type { KeywordIndex } from '../keyword-index.ts';
import { exactly, type Ranking } from './rank.ts';
import { cursorsOf } from './scored-terms.ts';
import { forEachBlock, type SegmentIndex } from '../segments/segment-index.ts';

/** A chunk that has phrases of the query. */
export interface PhraseHit extends Candidate {
  /** Which, by their number. */
  readonly phrases: readonly number[];
}

/** As many texts are looked into at most, the likeliest first: about a quarter of a second. */
const mostTexts = 5000;

/**
 * The chunks that have phrases, by how many and then by BM25: the `limit` best at least, in no order. The index
 * has no positions: chunks with all terms of a phrase are looked for in it, and their texts analysed.
 */
export function rankPhrases(
  database: SqlDatabase,
  index: KeywordIndex,
  request: Ranking & { readonly phrases: readonly (readonly string[])[] },
): PhraseHit[] {
  const candidates = likeliestFirst(index, request);
  const hits: PhraseHit[] = [];
  for (const candidate of candidates.slice(0, mostTexts)) {
    request.signal?.throwIfAborted();
    // No later candidate has more phrases than this may have, nor as many with a better score.
    if (hits.filter((hit) => isAhead(hit, candidate)).length >= request.limit) break;
    const segment = index.segments[candidate.segment] as SegmentIndex;
    const parts = termsOf(database, segment.ids[candidate.ordinal] as number);
    const phrases = candidate.phrases.filter((number) =>
      parts.some((part) => hasPhrase(part, request.phrases[number] ?? [])),
    );
    if (phrases.length > 0) hits.push({ ...candidate, phrases });
  }
  return hits;
}

/** What ties is not: the ids of chunks decide there. */
const isAhead = (one: PhraseHit, other: PhraseHit): boolean =>
  one.phrases.length > other.phrases.length ||
  (one.phrases.length === other.phrases.length && one.score > other.score);

/** The chunks with all terms of a phrase, as if they had it. */
function likeliestFirst(
  index: KeywordIndex,
  request: Ranking & { readonly phrases: readonly (readonly string[])[] },
): PhraseHit[] {
  const phrasesOf = new Map<string, number[]>();
  const found: Candidate[] = [];
  for (const [segment] of index.segments.entries()) {
    const mask = allowedOrdinals(index.segments[segment] as SegmentIndex, request.ids).mask;
    for (const [number, phrase] of request.phrases.entries()) {
      for (const ordinal of ordinalsWithAll(index, { segment, phrase, terms: request.terms })) {
        if (mask[ordinal] === 0) continue;
        const known = phrasesOf.get(`${segment}/${ordinal}`);
        if (known) known.push(number);
        else {
          phrasesOf.set(`${segment}/${ordinal}`, [number]);
          found.push({ segment, ordinal, score: 0 });
        }
      }
    }
  }
  return exactly(index, request.terms, found)
    .map((candidate) => ({
      phrases: phrasesOf.get(`${candidate.segment}/${candidate.ordinal}`) ?? [],
      ...candidate,
    }))
    .sort((a, b) => b.phrases.length - a.phrases.length || b.score - a.score);
}

function ordinalsWithAll(
  index: KeywordIndex,
  of: {
    readonly segment: number;
    readonly phrase: readonly string[];
    readonly terms: Ranking['terms'];
  },
): number[] {
  const wanted = of.terms.filter(({ term, forms = [] }) =>
    [term, ...forms].some((one) => of.phrase.includes(one)),
  );
  const cursors = cursorsOf(index, wanted, of);
  if (cursors.length < wanted.length) return [];
  const [rarest, ...others] = cursors.sort((a, b) => a.list.count - b.list.count);
  const ordinals: number[] = [];
  if (!rarest) return ordinals;
  forEachBlock(rarest.list, (block, length) => {
    for (const ordinal of block.subarray(0, length)) {
      if (others.every((cursor) => cursor.frequencyOf(ordinal) > 0)) ordinals.push(ordinal);
    }
  });
  return ordinals;
}

/** The terms of a chunk's content and of its context. */
function termsOf(database: SqlDatabase, chunk: number): string[][] {
  const text = chunkText(database, chunk);
  return text ? [text.content, text.context].map((part) => analyse(part, text.language)) : [];
}
