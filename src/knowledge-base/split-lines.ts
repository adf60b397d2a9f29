/** Lines of UTF-8 bytes or of text that come in pieces, without their ends. */
export async function* splitLines(
  source: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let started: string[] = [];
  for await (const piece of source) {
    const text = typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    const lines = text.split('\n');
    for (const line of lines.slice(0, -1)) {
      yield [...started, line].join('');
      started = [];
    }
    started.push(lines.at(-1) ?? '');
  }
  const rest = [...started, decoder.decode()].join('');
  if (rest !== '') yield rest;
}
