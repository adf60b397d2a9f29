import { sha256 } from '../../util/ids/hash.ts';

/**
 * Stands in the text for a picture that has no words of its own, where a model describes pictures: Unicode's object
 * replacement character.
 */
export const pictureMark = '\uFFFC';

/** `contentHash` of a chunk that is nothing but a picture. Two of them are alike in nothing else. */
export const pictureMarkHash = sha256(pictureMark);
