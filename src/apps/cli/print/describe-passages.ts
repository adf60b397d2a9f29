import type { Hit, RetrieveResponse } from '../../../index.ts';
import { describePages } from './describe-pages.ts';
import { plural, wrap } from '../terminal/layout.ts';
import { paint } from '../terminal/paint.ts';

type Passage = RetrieveResponse['passages'][number];

/** The passages that were read around hits and merged, best first, and what the budget left out. */
export function describePassages({ passages, hits, sources, omitted }: RetrieveResponse): string[] {
  const describe = (passage: Passage) => {
    const { documentId, collection, chunkIds, charStart, charEnd, tokenCount, text } = passage;
    const title =
      sources.find(({ document }) => document.documentId === documentId && document.collection === collection)
        ?.document.title ?? documentId;
    const pages = describePages(pagesOf(passage, hits));
    return [
      ...wrap(paint.bold(`${passage.rank}. ${title}${pages && `, ${pages}`}`)),
      ...text.split(/\n{2,}/).flatMap((paragraph) => wrap(paragraph, { indent: 3 })),
      ...wrap(
        `characters ${charStart}–${charEnd}, ${plural(tokenCount, 'token')}, of ${chunkIds.join(', ')}`,
        {
          indent: 3,
        },
      ).map(paint.dim),
      '',
    ];
  };
  const beyond = omitted.length === 0 ? [] : [`Beyond the budget: ${omitted.join(', ')}.`];
  return [...passages.flatMap(describe), ...beyond];
}

function pagesOf({ chunkIds }: Passage, hits: readonly Hit[]): number[] {
  const pages = hits.flatMap(({ chunk }) => (chunkIds.includes(chunk.chunkId) ? chunk.pageNumbers : []));
  return [...new Set(pages)].sort((one, other) => one - other);
}
