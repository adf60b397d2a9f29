/** Pairs of signs within a line, of which the first stands before a word and the last behind one. */
const strong = /\*\*(?=[^\s*])([^*\n]{0,1000}[^\s*])\*\*/g;
const emphasised = /(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*\n]{0,1000}[^\s*])\*(?![\p{L}\p{N}*])/gu;
const link = /(?<!!)\[([^\][\n]{1,500})\]\([^()\s]{1,2000}\)/g;

const heading = /^[ \t]{0,3}(?:#{1,6}|>)(?=[ \t])/gm;

/** What stands for a sign that is not shown, so that all others stay where they are. */
export const unshown = '\0';
const hide = (signs: string) => unshown.repeat(signs.length);

/** The text with the pairs of signs hidden by which Markdown makes words bold, slanted or a link. What is no pair stays, as of footnotes. */
const hidePairs = (text: string): string =>
  text
    .replaceAll(link, (whole: string, words: string) => `${unshown}${words}`.padEnd(whole.length, unshown))
    .replaceAll(strong, `${hide('**')}$1${hide('**')}`)
    .replaceAll(emphasised, `${unshown}$1${unshown}`);

/** The same, and without the signs before headings and lines that are quoted. */
export const hideMarkup = (text: string): string => hidePairs(text.replaceAll(heading, hide));

/** Words as a person reads them. To be shown only: positions are those of the text as it stands. */
export const withoutMarkup = (text: string): string => hidePairs(text).replaceAll(unshown, '');
