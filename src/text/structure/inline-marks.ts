/** Code in backticks, bold words, and links, of Markdown; each of bounded length. Powers (`2**3`), lone marks and `[Supplier](s)` stay. */
const marks =
  /(?<!`)(`{1,2})(?!`)([^`]{1,500})\1(?!`)|(?<![\p{L}\p{N}*])\*\*(?=[^\s*])([^*]{1,500})(?<=\S)\*\*(?![\p{L}\p{N}*])|!?\[([^[\]]{1,300})\]\((?=[^()\s]{0,500}[/.#:])[^()\s]{1,500}(?:\s{1,9}"[^"]{0,200}")?\)/gu;

/** What a person reads of Markdown: words without the marks around them, links without their targets. */
export function withoutInlineMarks(text: string): string {
  return text.replaceAll(marks, (_, __, code?: string, bold?: string, label?: string) =>
    code === undefined ? withoutInlineMarks((bold ?? label)!) : code.trim(),
  );
}
