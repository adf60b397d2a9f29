import type { ChunkPlace } from '../../store/store.ts';
import { documentKeyOf, type Candidate } from '../candidate.ts';
import { pictureMarkHash } from '../../text/structure/picture-mark-hash.ts';
import { firstIndex } from '../../text/spans.ts';

/** Share of the shorter chunk's characters from which two chunks of a document count as the same text. */
const sameTextShare = 0.8;

interface Kept {
  readonly candidate: Candidate;
  /** Place in the order of the candidates. */
  readonly index: number;
  /** What it stands for besides its own. */
  readonly others: Candidate['duplicates'][number][];
}

/**
 * Leaves out chunks whose text a better candidate has already: equal content anywhere, or, within one document,
 * at least 80 % of the shorter one's characters in common. The better one stays and lists the others. A chunk is
 * compared with those kept that share characters with it, O(log n) to find.
 */
export function deduplicate(candidates: readonly Candidate[]): Candidate[] {
  const kept: Kept[] = [];
  const byContent = new Map<string, Kept>();
  const byDocument = new Map<string, Kept[]>();
  for (const candidate of candidates) {
    const { collection, chunk, duplicates } = candidate;
    const key = documentKeyOf(candidate);
    const ofDocument = byDocument.get(key) ?? [];
    const same = byContent.get(chunk.contentHash) ?? findSameText(ofDocument, chunk);
    if (same !== undefined) {
      const place = { collection, documentId: chunk.documentId, chunkId: chunk.chunkId };
      same.others.push(place, ...duplicates);
      continue;
    }
    const one: Kept = { candidate, index: kept.length, others: [] };
    kept.push(one);
    if (chunk.contentHash !== pictureMarkHash) byContent.set(chunk.contentHash, one);
    const place = firstIndex(ofDocument.length, (at) => chunkAt(ofDocument, at).charStart >= chunk.charStart);
    ofDocument.splice(place, 0, one);
    byDocument.set(key, ofDocument);
  }
  return kept.map(({ candidate, others }) =>
    others.length === 0 ? candidate : { ...candidate, duplicates: [...candidate.duplicates, ...others] },
  );
}

/**
 * The best of a document's kept chunks that covers the same text. They are by `charStart`, and so by `charEnd`
 * too, as none lies within another; those that share characters with the chunk stand side by side.
 */
function findSameText(ofDocument: readonly Kept[], chunk: ChunkPlace): Kept | undefined {
  const from = firstIndex(ofDocument.length, (at) => chunkAt(ofDocument, at).charEnd > chunk.charStart);
  const to = firstIndex(ofDocument.length, (at) => chunkAt(ofDocument, at).charStart >= chunk.charEnd);
  return ofDocument
    .slice(from, to)
    .filter(({ candidate }) => coversSameText(candidate.chunk, chunk))
    .reduce<Kept | undefined>((best, one) => (best && best.index < one.index ? best : one), undefined);
}

const chunkAt = (kept: readonly Kept[], at: number): ChunkPlace => kept[at]!.candidate.chunk;

function coversSameText(a: ChunkPlace, b: ChunkPlace): boolean {
  const shared = Math.min(a.charEnd, b.charEnd) - Math.max(a.charStart, b.charStart);
  const shorter = Math.min(a.charEnd - a.charStart, b.charEnd - b.charStart);
  return shared > 0 && shared >= sameTextShare * shorter;
}
