const quoteMarks = /^[^\S\n]{0,3}(?:>[^\S\n]?)+/gm;

/** How deep a line is quoted, as mails and Markdown have it: 2 for `> > words`, 0 for none. */
export function quoteDepth(line: string): number {
  return line.match(quoteMarks)?.[0].match(/>/g)!.length ?? 0;
}

/** Text without the marks before its quoted lines. */
export function withoutQuoteMarks(text: string): string {
  return text.replaceAll(quoteMarks, '');
}
