/** A backslash before punctuation. */
const escape = /\\([!-/:-@[-`{-~])/g;

/**
 * What a reader sees of a heading's Markdown: marks, link targets and tags taken off, white space joined.
 * Covers what stands in headings, not every corner of CommonMark's inline rules.
 */
export function headingText(source: string): string {
  // With at most 1,000 characters: without a bound, runs of blanks and of backticks take time by their square.
  const line = source
    .slice(0, 1000)
    .replace(/^ {0,3}#{1,6}(?:[ \t]+|$)/, '')
    .replace(/(?:^|[ \t]+)#+[ \t]*$/, '')
    .replace(/\n {0,3}(?:=+|-+)[ \t]*$/, '');
  const kept: string[] = [];
  const keep = (text: string) => `\uE000${kept.push(text) - 1}\uE001`;
  // Of at most 1,000 characters, as above.
  return line
    .replace(/[\uE000\uE001]/g, '')
    .replace(/(`+)(?!`)([^]*?[^`])\1(?!`)/g, (_, __, code: string) => keep(code.trim()))
    .replace(escape, (_, character: string) => keep(character))
    .replace(/!?\[([^[\]]*)\](?:\([^()\s]*(?:\s+"[^"]*")?\)|\[[^[\]]*\])/g, '$1')
    .replace(/<(?:https?:[^<>\s]+)>/g, (link) => keep(link.slice(1, -1)))
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/(\*{1,3}|~~)(?=\S)([^*~]*?\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}_])(_{1,3})(?=\S)([^_]*?\S)\1(?![\p{L}\p{N}_])/gu, '$2')
    .replace(/\uE000(\d+)\uE001/g, (_, index: string) => kept[Number(index)]!)
    .replace(/\s+/g, ' ')
    .trim();
}

/** GitHub's anchors: lower case, spaces as hyphens, punctuation left out, repeated ones numbered. */
export function slugger(): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    let candidate = slug;
    for (let count = seen.get(slug) ?? 0; seen.has(candidate);) {
      count += 1;
      candidate = `${slug}-${count}`;
      seen.set(slug, count);
    }
    seen.set(candidate, 0);
    return candidate;
  };
}
