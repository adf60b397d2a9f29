import type { FinishedChunk } from '../../chunk/finish/finish.ts';
import { pictureMarkHash } from '../../text/structure/picture-mark-hash.ts';

/** A picture that nothing says anything of is found by nothing, such as the title over it. */
export function withoutEmptyPicture(one: FinishedChunk): FinishedChunk {
  const { contentHash, described } = one.chunk;
  return contentHash === pictureMarkHash && !described ? { ...one, context: '' } : one;
}
