import { analyse } from '../../../text/terms/analyser.ts';
import { hasPhrase, parseKeywordQuery } from '../../../text/terms/keyword-query.ts';
import { Turn } from '../../../util/async/turn.ts';
import { lowerBound } from '../../../util/lists/ascending.ts';
import { liftPhrases } from '../../lift-phrases.ts';
import type { KeywordResult, KeywordScope, ScoredChunk } from '../../store.ts';
import type { CollectionRow } from '../collections.ts';
import type { Session } from '../database/connection.ts';
import { weigh } from './keyword-terms.ts';
import { inFull, rank, type Ranking } from './rank.ts';
import { type ChunkText, ScopedChunks } from './scoped-chunks.ts';
import { exactScore, zeros } from './scores.ts';
import { TermLists } from './term-lists.ts';

/**
 * The chunks with the highest BM25 (`text/bm25.ts`), exactly. The number of chunks, document frequencies and the average
 * length are of the whole collection, whatever the filter. A chunk that has a phrase of the query ranks above all that
 * have not: for each phrase, its score is higher by what no BM25 reaches. Where no chunk has the phrase, its quotation
 * marks change nothing.
 */
export async function searchKeyword(
  session: Session,
  collection: CollectionRow,
  { query: text, scope }: { readonly query: string; readonly scope: KeywordScope },
): Promise<KeywordResult> {
  const query = parseKeywordQuery(text, collection.languages);
  const { expansions, limit, atLeast, signal } = scope;
  const turn = new Turn(signal);
  const weighting = await weigh(session, collection, { query, expansions, turn });
  const ranking: Ranking = {
    ...weighting,
    terms: weighting.terms.filter(({ factor }) => factor > 0),
    lists: new TermLists(session, collection.id),
    chunks: await ScopedChunks.of(session, collection, scope),
    turn,
    limit,
    atLeast: atLeast?.() ?? 0,
  };
  const hits = await rank(ranking);
  const terms = weighting.terms.map(
    ({ indexed: _indexed, factor: _factor, having: _having, postings: _postings, ...term }) => term,
  );
  const { phrases } = query;
  const lift = ranking.terms.reduce((sum, { factor }) => sum + factor, 0);
  return liftPhrases(hits, { phrases, lift, limit, terms }, (phrase) => having(ranking, phrase));
}

/** As many texts are looked into at most for phrases, the likeliest first. */
const mostTexts = 5000;

/** The chunks with a phrase, and their BM25. */
async function having(ranking: Ranking, phrase: readonly string[]): Promise<ScoredChunk[]> {
  const { terms, turn } = ranking;
  const scores = await inFull(ranking, zeros(await chunksWithAll(ranking, phrase)), terms);
  const found: ScoredChunk[] = [];
  for (const text of await ranking.chunks.texts(scores, mostTexts)) {
    if (hasPhraseIn(text, phrase))
      found.push({ chunkId: text.chunkId, score: exactScore(text.chunk, terms, ranking) });
    if (turn.isOver()) await turn.next();
  }
  return found;
}

/** The chunks with all terms of the phrase that the query is searched by; none where it is searched by none of them. */
async function chunksWithAll(
  { terms, lists, chunks: { allowed } }: Ranking,
  phrase: readonly string[],
): Promise<Float64Array> {
  const ofPhrase = terms
    .filter(({ term, forms = [] }) => [term, ...forms].some((one) => phrase.includes(one)))
    .sort((a, b) => a.having - b.having);
  await lists.read(ofPhrase);
  const [rarest = new Float64Array(), ...others] = ofPhrase.map((term) => lists.of(term).chunks);
  const all = allowed ? [...others, allowed] : others;
  return rarest.filter((chunk) => all.every((chunks) => chunks[lowerBound(chunks, chunk)] === chunk));
}

function hasPhraseIn({ content, context, language }: ChunkText, phrase: readonly string[]): boolean {
  return [content, context].some((part) => hasPhrase(analyse(part, language), phrase));
}
