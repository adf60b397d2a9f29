import { LoadError } from '../../errors.ts';
import type { Document } from '../../types.ts';
import { sha256 } from '../../util/ids/hash.ts';
import type { Parts } from '../parts/parts.ts';
import { sourceAgain } from '../update/source-again.ts';

/** @throws LoadError when what this version of the document was read from is not there any more. */
export async function originalBytes(
  parts: Parts,
  { document, reference, signal }: { document: Document; reference: string; signal?: AbortSignal },
): Promise<Uint8Array> {
  const kept = await parts.store.original(document.collection, reference);
  if (kept !== undefined && sha256(kept) === document.sourceHash) return kept;
  const { source } = await sourceAgain(parts, document, signal);
  if (sha256(source.bytes) === document.sourceHash) return source.bytes;
  throw new LoadError(`What this version of “${document.title}” was read from was not kept`, {
    hint: 'Set ingest.keepOriginals to true for documents whose earlier versions you want to look at.',
    context: { document: document.documentId, version: document.version },
  });
}
