import { excerptOf } from '../retrieve/excerpt.ts';
import { excerptText } from '../retrieve/excerpt-text.ts';
import type { Hit, RetrieveResponse } from '../types.ts';

/**
 * The response with what matches in place of whole texts: `content` of a hit is one line, `…` where text is left out, and what
 * was merged around hits is left away. Offsets stay those of the chunks.
 */
export function withExcerpts(response: RetrieveResponse): RetrieveResponse {
  const shortened = (hit: Hit): Hit => {
    const content = excerptText(hit.chunk, excerptOf(response, hit), (word) => word);
    return { ...hit, chunk: { ...hit.chunk, content } };
  };
  const groups = response.groups.map(({ document, hits }) => ({ document, hits: hits.map(shortened) }));
  return { ...response, hits: response.hits.map(shortened), passages: [], groups };
}
