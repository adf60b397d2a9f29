import { problemsOf } from '../../record-problems.ts';
import type { DocumentRecord } from '../../store.ts';
import type { CollectionRow } from '../collections.ts';
import type { SqlDatabase } from '../driver.ts';
import { readRecord } from '../read.ts';
import { toText } from '../text-bytes.ts';
import { checkFields } from './check-fields.ts';
import type { Finding } from './finding.ts';

interface DocumentColumns {
  readonly id: number;
  readonly document_id: Uint8Array;
  readonly language: Uint8Array | null;
  readonly chunk_count: number;
  readonly total_tokens: number;
  readonly bytes: number;
}

interface Checked {
  readonly chunks: number;
  readonly findings: readonly Finding[];
}

/** A document with its chunks, vectors and filter values. One that has gone meanwhile has no problem. */
export function checkDocument(database: SqlDatabase, collection: CollectionRow, id: number): Checked {
  const columns = database
    .prepare('SELECT id, document_id, language, chunk_count, total_tokens, bytes FROM documents WHERE id = ?')
    .get<DocumentColumns>([id]);
  if (!columns) return { chunks: 0, findings: [] };
  const documentId = toText(columns.document_id);
  const place = { collection: toText(collection.name), documentId };
  try {
    const record = readRecord(database, collection, documentId);
    if (!record) return { chunks: 0, findings: [] };
    const messages = [
      ...problemsOf(record, collection.dimensions),
      ...rowProblems(database, collection, { record, columns }),
    ];
    const findings: Finding[] = [
      ...messages.map((message) => ({ message })),
      ...checkFields(database, collection, { id, record }),
    ];
    return { chunks: record.chunks.length, findings: findings.map((one) => ({ ...place, ...one })) };
  } catch (error) {
    return { chunks: 0, findings: [{ ...place, message: `it cannot be read: ${(error as Error).message}` }] };
  }
}

/** What is kept twice must agree. */
function rowProblems(
  database: SqlDatabase,
  collection: CollectionRow,
  { record, columns }: { readonly record: DocumentRecord; readonly columns: DocumentColumns },
): string[] {
  const { document } = record;
  const strays = database
    .prepare('SELECT count(*) AS count FROM chunks WHERE document = ? AND collection_id <> ?')
    .get<{ count: number }>([columns.id, collection.id]);
  const checks: [boolean, string][] = [
    [(columns.language && toText(columns.language)) === (document.language ?? null), 'its language'],
    [columns.chunk_count === document.chunkCount, 'its number of chunks'],
    [columns.total_tokens === document.totalTokens, 'its number of tokens'],
    [columns.bytes === document.bytes, 'its size'],
    [document.embeddingModel === collection.embedding_model, 'its embedding model'],
    [strays?.count === 0, 'the collection of its chunks'],
  ];
  return checks.filter(([isRight]) => !isRight).map(([, what]) => `${what} is stored in two ways`);
}
