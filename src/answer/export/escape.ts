/** Text of documents in Markdown: every character as it is, nothing that becomes markup, a link or an image. */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]<>|~&@$]/g, String.raw`\$&`)
    .replaceAll(/:(?=\/\/)|\.(?<=www\.)/gi, String.raw`\$&`)
    .replaceAll(/^(\s*)([#+=-])/gm, String.raw`$1\$2`)
    .replaceAll(/^(\s*\d+)([.)])(?!\S)/gm, String.raw`$1\$2`);
}

/** An address between `<` and `>`. */
export function markdownAddress(address: string): string {
  return `<${address.replaceAll(/[<>\\\s]/g, (character) => encodeURIComponent(character))}>`;
}
