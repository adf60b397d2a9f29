import { excerptOf } from '../../retrieve/excerpt/excerpt.ts';
import { excerptText } from '../../retrieve/excerpt/excerpt-text.ts';
import type { Chunk, Hit, RetrieveResponse } from '../../types.ts';

/** Of shortened chunks what they were: offsets are of whole texts. */
const wholeChunks = new WeakMap<Chunk, Chunk>();

/** The hit with the whole text of its chunk, where `withExcerpts` has shortened it here. */
export function withWholeChunk(hit: Hit): Hit {
  const chunk = wholeChunks.get(hit.chunk);
  return chunk === undefined ? hit : { ...hit, chunk };
}

/**
 * The response with what matches in place of whole texts: `content` of a hit is one line, `…` where text is left out, and what
 * was merged around hits is left away. Offsets stay those of the chunks.
 */
export function withExcerpts(response: RetrieveResponse): RetrieveResponse {
  const shortened = (hit: Hit): Hit => {
    const content = excerptText(hit.chunk, excerptOf(response, hit), (word) => word);
    const chunk = { ...hit.chunk, content };
    wholeChunks.set(chunk, hit.chunk);
    return { ...hit, chunk };
  };
  const groups = response.groups.map(({ document, hits }) => ({ document, hits: hits.map(shortened) }));
  return { ...response, hits: response.hits.map(shortened), passages: [], groups };
}
