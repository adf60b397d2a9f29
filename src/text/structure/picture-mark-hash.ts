import { sha256 } from '../../util/ids/hash.ts';
import { pictureMark } from './picture-mark.ts';

/** `contentHash` of a chunk that is nothing but a picture. Two of them are alike in nothing else. */
export const pictureMarkHash = sha256(pictureMark);
