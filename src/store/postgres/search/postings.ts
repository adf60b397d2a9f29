import type { ChunkTerms } from '../../chunk-terms.ts';
import type { Session } from '../database/connection.ts';
import { toPg } from '../database/pg-text.ts';

export interface IndexedChunk {
  readonly id: number;
  readonly terms: ChunkTerms;
}

/** A statement takes as many rows. */
const rowsPerStatement = 20_000;

/** Adds chunks to the keyword index, inside the caller's transaction. Those of removed chunks a trigger takes away. */
export async function addPostings(
  session: Session,
  collectionId: number,
  chunks: readonly IndexedChunk[],
): Promise<void> {
  const rows = chunks.flatMap(({ id, terms }) =>
    [...terms.frequencies].map(([term, frequency]) => ({
      term: toPg(term),
      id,
      frequency,
      length: terms.count,
    })),
  );
  rows.sort((a, b) => (a.term < b.term ? -1 : Number(a.term > b.term))); // what is near in the index comes together
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const some = rows.slice(start, start + rowsPerStatement);
    await session.all(
      `INSERT INTO pincite.postings (collection_id, term, chunk, frequency, length)
       SELECT $1, * FROM unnest($2::text[], $3::bigint[], $4::int[], $5::int[])`,
      [
        collectionId,
        some.map(({ term }) => term),
        some.map(({ id }) => id),
        some.map(({ frequency }) => frequency),
        some.map(({ length }) => length),
      ],
    );
  }
}
