import type { Chunk } from '../types.ts';
import { documentKeyOf, type Candidate } from './candidate.ts';

/** Share of the shorter chunk's characters from which two chunks of a document count as the same text. */
const sameTextShare = 0.8;

/**
 * Leaves out chunks whose text a better candidate has already: equal content anywhere, or, within one document,
 * at least 80 % of the shorter one's characters in common. The better one stays and lists the others.
 */
export function deduplicate(candidates: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  const indexByContent = new Map<string, number>();
  const indexesByDocument = new Map<string, number[]>();
  for (const candidate of candidates) {
    const ofDocument = indexesByDocument.get(documentKeyOf(candidate)) ?? [];
    const same =
      indexByContent.get(candidate.chunk.contentHash) ??
      ofDocument.find((index) => coversSameText(kept[index]!.chunk, candidate.chunk));
    if (same !== undefined) {
      kept[same] = withDuplicate(kept[same]!, candidate);
      continue;
    }
    indexByContent.set(candidate.chunk.contentHash, kept.length);
    indexesByDocument.set(documentKeyOf(candidate), [...ofDocument, kept.length]);
    kept.push(candidate);
  }
  return kept;
}

function coversSameText(a: Chunk, b: Chunk): boolean {
  const shared = Math.min(a.charEnd, b.charEnd) - Math.max(a.charStart, b.charStart);
  const shorter = Math.min(a.charEnd - a.charStart, b.charEnd - b.charStart);
  return shared > 0 && shared >= sameTextShare * shorter;
}

function withDuplicate(better: Candidate, { collection, chunk, duplicates }: Candidate): Candidate {
  const place = { collection, documentId: chunk.documentId, chunkId: chunk.chunkId };
  return { ...better, duplicates: [...better.duplicates, place, ...duplicates] };
}
