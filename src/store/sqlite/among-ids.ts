/**
 * The condition on `chunks c` for the ids of a collection's chunks: one statement for all, as each has its cost. Its values
 * are the collection's row id and `idList`.
 */
export const amongIds = 'c.collection_id = ? AND c.chunk_id IN (SELECT unhex(value) FROM json_each(?))';

/** Hexadecimal, since an id may hold what JSON cannot bring over. */
export const idList = (ids: readonly string[]): string => JSON.stringify(ids.map(toHex));

export const toHex = (id: string): string => Buffer.from(id).toString('hex');
