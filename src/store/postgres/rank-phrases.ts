import { analyse } from '../../text/analyser.ts';
import { hasPhrase } from '../../text/keyword-query.ts';
import type { KeywordResult, ScoredChunk, SearchScope } from '../store.ts';
import { Bindings } from './bindings.ts';
import type { CollectionRow } from './collections.ts';
import type { Session } from './database.ts';
import { fromPg, toPg } from './pg-text.ts';
import { scoreOf, sumOfFactors, type Weighting } from './rank.ts';
import { type FoundRow, termsOf } from './rank-sql.ts';
import { scopeCondition } from './scope.ts';

/** As many texts are looked into at most for phrases, the likeliest first. */
const mostTexts = 5000;

interface PhraseRow extends FoundRow {
  readonly content: string;
  readonly context: string;
  readonly language: string | null;
}

interface PhraseRanking {
  readonly phrases: readonly (readonly string[])[];
  readonly weighting: Weighting;
  readonly scope: SearchScope;
}

/** The chunks that have phrases, with their scores lifted, and each phrase that was found as a term. */
export async function rankPhrases(
  session: Session,
  collection: CollectionRow,
  { phrases, weighting, scope }: PhraseRanking,
): Promise<{ lifted: ScoredChunk[]; found: KeywordResult['terms'][number][] }> {
  const lift = sumOfFactors(weighting.terms);
  const lifted = new Map<string, number>();
  const found: KeywordResult['terms'][number][] = [];
  for (const phrase of phrases) {
    scope.signal?.throwIfAborted();
    const rows = await chunksWithAll(session, collection, { phrase, weighting, scope });
    const having = rows.filter((row) => hasPhraseIn(row, phrase));
    if (having.length > 0) found.push({ term: `"${phrase.join(' ')}"`, weight: 1, idf: lift });
    for (const row of having) {
      const chunkId = fromPg(row.chunk_id);
      lifted.set(chunkId, (lifted.get(chunkId) ?? scoreOf(row, weighting)) + lift);
    }
  }
  return { lifted: [...lifted].map(([chunkId, score]) => ({ chunkId, score })), found };
}

/** The chunks with all terms of the phrase that the query is searched by, those with the most of the query first. */
async function chunksWithAll(
  session: Session,
  collection: CollectionRow,
  { phrase, weighting, scope }: Omit<PhraseRanking, 'phrases'> & { readonly phrase: readonly string[] },
): Promise<PhraseRow[]> {
  const { terms } = weighting;
  const ofPhrase = terms.flatMap(({ term }) => (phrase.includes(term) ? [term] : []));
  const words = ofPhrase.length > 0 ? ofPhrase : terms.flatMap(({ indexed }) => indexed);
  const bindings = new Bindings();
  const condition = await scopeCondition(session, collection, { scope, bindings });
  const id = bindings.bind(collection.id);
  const indexed = bindings.bind(terms.flatMap((term) => term.indexed.map(toPg)));
  return session.all<PhraseRow>(
    `WITH found AS MATERIALIZED (
       SELECT chunk FROM pincite.postings
       WHERE collection_id = ${id} AND term = ANY(${bindings.bind(words.map(toPg))})
       GROUP BY chunk HAVING count(*) >= ${bindings.bind(Math.max(1, ofPhrase.length))}
     )
     SELECT c.chunk_id, c.content, c.context, d.language, t.*
     FROM found f JOIN pincite.chunks c ON c.id = f.chunk JOIN pincite.documents d ON d.id = c.document
     CROSS JOIN ${termsOf('c.id', { id, words: `unnest(${indexed}::text[]) AS w (word)` })} t
     WHERE ${condition} ORDER BY cardinality(t.words) DESC, c.id LIMIT ${mostTexts}`,
    bindings.values,
  );
}

function hasPhraseIn({ content, context, language }: PhraseRow, phrase: readonly string[]): boolean {
  return [content, context].some((part) => hasPhrase(analyse(fromPg(part), language ?? undefined), phrase));
}
