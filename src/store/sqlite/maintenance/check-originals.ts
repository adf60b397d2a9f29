import { toText } from '../text-bytes.ts';
import type { Finding } from './finding.ts';
import type { StoreFiles } from './store-files.ts';

interface Reference {
  readonly hash: Uint8Array;
  readonly document_id: Uint8Array;
  readonly name: Uint8Array;
}

/** Whether every stored original that a document refers to is there, with the bytes of its hash. */
export async function checkOriginals(
  { database, originals }: StoreFiles,
  signal?: AbortSignal,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const references = database
    .prepare(
      `SELECT o.hash, d.document_id, c.name FROM originals o JOIN documents d ON d.id = o.document
       JOIN collections c ON c.id = d.collection_id`,
    )
    .all<Reference>();
  for (const { hash, document_id, name } of references) {
    signal?.throwIfAborted();
    try {
      await originals.read(toText(hash));
    } catch (error) {
      const place = { collection: toText(name), documentId: toText(document_id) };
      findings.push({ ...place, message: (error as Error).message });
    }
  }
  return findings;
}
