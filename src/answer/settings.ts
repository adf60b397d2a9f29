interface TextLine {
  readonly text: string;
}

/** `retries: 5`, `host = "a"`, `[server]`: a line that begins with a key of at most four words, or names a group of such lines. */
const key =
  /^\s*(?:["']?[\p{L}\p{N}_.$@/[\]-]+(?: [\p{L}\p{N}_.$@/[\]-]+){0,3}["']?\s?(?::(?=\s|$)|=(?![=>]))|\[[^[\]]+\]\s*$)/u;

/** A setting with the lines that its value goes on in. */
interface Setting<Line> {
  readonly lines: readonly Line[];
  /** The keys that it stands below: those above it that are indented less. */
  readonly over: readonly string[];
}

/** Whether lines are mostly settings, as in YAML, TOML, properties and the text that JSON is read as. */
export function areSettings(block: readonly TextLine[]): boolean {
  const count = block.filter(({ text }) => key.test(text)).length;
  return block.length > 1 && key.test(block[0]!.text) && count * 2 > block.length;
}

export function settingsOf<Line extends TextLine>(block: readonly Line[]): Setting<Line>[] {
  const settings: { lines: Line[]; over: readonly string[] }[] = [];
  let open: Line[] = [];
  for (const line of block) {
    if (!key.test(line.text)) {
      settings.at(-1)?.lines.push(line);
      continue;
    }
    open = open.filter((one) => depthOf(one) < depthOf(line));
    settings.push({ lines: [line], over: open.map(({ text }) => text.trim()) });
    open.push(line);
  }
  return settings;
}

/** The settings below `[server]` are not indented. */
function depthOf({ text }: TextLine): number {
  return /^\s*\[/.test(text) ? -1 : text.length - text.trimStart().length;
}
