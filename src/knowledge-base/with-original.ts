import type { DocumentRecord, StoreReader } from '../store/store.ts';
import { sha256 } from '../util/hash.ts';
import { referenceOf } from './receive.ts';

/** A record with the bytes that its document was read from; without them where it has been replaced meanwhile. */
export async function withOriginal(
  store: StoreReader,
  collection: string,
  record: DocumentRecord,
): Promise<DocumentRecord> {
  const { document } = record;
  const original = await store.original(collection, referenceOf(document));
  return original && sha256(original) === document.sourceHash ? { ...record, original } : record;
}
