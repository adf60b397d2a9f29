/** What `level` says of a chunk. */
export const CHAPTER = 1;
export const SECTION = 2;
/** Of a chunk whose draft names no level. */
export const PASSAGE = 3;
export const SENTENCE = 4;
