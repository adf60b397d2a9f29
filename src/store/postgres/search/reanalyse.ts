import { analyserId } from '../../../text/terms/analyser.ts';
import { analyseChunk } from '../../chunk-terms.ts';
import { Turn } from '../../../util/async/turn.ts';
import type { CollectionRow } from '../collections.ts';
import type { Session } from '../database/connection.ts';
import { fromPg } from '../database/pg-text.ts';
import { addPostings, type IndexedChunk, removeAllPostings } from './posting-blocks.ts';

/** Each batch writes the last block of each of its terms anew. */
const chunksPerBatch = 4000;

/** Whether the postings are of another version of this program, which sees other terms. */
export const hasOtherTerms = ({ analyser }: CollectionRow): boolean => analyser !== analyserId;

interface TextRow {
  readonly id: number;
  readonly content: string;
  readonly context: string;
  readonly language: string | null;
}

/** Has the postings of a collection made anew when they are next needed, in the caller's transaction. */
export async function forgetTerms(session: Session, { id }: CollectionRow): Promise<void> {
  await session.all("UPDATE pincite.collections SET analyser = '' WHERE id = $1", [id]);
}

/** Makes all postings of a collection anew, inside the caller's transaction. */
export async function reanalyse(session: Session, { id }: CollectionRow): Promise<void> {
  await removeAllPostings(session, id);
  for await (const chunks of analysedChunks(session, { where: 'c.collection_id', in: [id] })) {
    await addPostings(session, id, chunks);
    await session.all(
      `UPDATE pincite.chunks c SET term_count = given.count FROM unnest($1::bigint[], $2::int[]) AS given (id, count)
       WHERE c.id = given.id`,
      [chunks.map((chunk) => chunk.id), chunks.map((chunk) => chunk.terms.count)],
    );
  }
  await session.all(
    `UPDATE pincite.collections SET analyser = $2,
       term_count = (SELECT coalesce(sum(term_count), 0) FROM pincite.chunks WHERE collection_id = $1) WHERE id = $1`,
    [id, analyserId],
  );
}

/** The chunks of documents or collections with the terms of their texts, by rising ids. */
export async function* analysedChunks(
  session: Session,
  { where, in: ids }: { readonly where: 'c.collection_id' | 'c.document'; readonly in: readonly number[] },
): AsyncGenerator<IndexedChunk[]> {
  const turn = new Turn();
  for (let after = 0; ;) {
    const rows = await session.all<TextRow>(
      `SELECT c.id, c.content, c.context, d.language FROM pincite.chunks c JOIN pincite.documents d ON d.id = c.document
       WHERE ${where} = ANY($1) AND c.id > $2 ORDER BY c.id LIMIT ${chunksPerBatch}`,
      [ids, after],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    const chunks: IndexedChunk[] = [];
    for (const { id, context, content, language } of rows) {
      chunks.push({ id, terms: analyseChunk(fromPg(context), fromPg(content), language ?? undefined) });
      if (turn.isOver()) await turn.next();
    }
    yield chunks;
    after = last.id;
  }
}
