/**
 * Comments, strings and regular expressions, as far as they can be told without knowing the language. Quotes but those of
 * templates, of Go and of Python's long strings end with the line, so that one that is none does no more harm than that.
 */
const opaque = new RegExp(
  [
    /"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)/, // Python, Java, Swift
    /\/\*[^]*?(?:\*\/|$)/,
    /\/\/[^\n]*/,
    /(?<=^|\s)#[^\w\n[][^\n]*/, // comments of Python and others
    /(?<=^|\n)[ \t]*#(?:include|define|ifn?def|if|elif|else|endif|pragma|undef|region|endregion)\b(?!\()[^\n]*/,
    /`(?:\\[^]|[^\\`])*(?:`|$)/,
    /"(?:\\[^]|[^\\"\n])*"/,
    /(?<=[<&])'[a-z_]\w*\b(?!')|(?<=[,+:]\s?)'[a-z_]\w*(?=[>+{])/, // lifetimes of Rust
    /'(?:\\[^]|[^\\'\n])*'/,
    /(?=\/)(?<=(?:[=(,:;!&|?{}\n]|\breturn)\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^\\/\n[])+\/[a-z]*/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** The code with blanks in place of comments and strings, line breaks kept: every other character stays where it is. */
export function maskCode(code: string): string {
  return code.replaceAll(opaque, (found) => found.replaceAll(/[^\n\r]/g, ' '));
}
