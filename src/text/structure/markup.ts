/** Pairs of signs within a line, of which the first stands before a word and the last behind one. */
const strong = /\*\*(?=[^\s*])([^*\n]{0,1000}[^\s*])\*\*/g;
const emphasised = /(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*\n]{0,1000}[^\s*])\*(?![\p{L}\p{N}*])/gu;
const link = /(?<!!)\[([^\][\n]{1,500})\]\([^()\s]{1,2000}\)/g;

/**
 * Words as a person reads them: without the signs by which Markdown makes them bold, slanted or a link. What is no pair stays, as of
 * footnotes; so do other signs. To be shown only: positions are those of the text as it stands.
 */
export const withoutMarkup = (text: string): string =>
  text.replaceAll(link, '$1').replaceAll(strong, '$1').replaceAll(emphasised, '$1');
