/**
 * Stands in the text for a picture that has no words of its own, where a model describes pictures: Unicode's object
 * replacement character.
 */
export const pictureMark = '\uFFFC';
