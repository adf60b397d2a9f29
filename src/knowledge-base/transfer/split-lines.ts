import { LimitExceededError } from '../../errors.ts';

/** A fourth of a billion: the longest text that is stored fits, and a string of the engine's can be twice as long. */
export const mostLineChars = 2 ** 28;

/**
 * Lines of UTF-8 bytes or of text that come in pieces, without their ends. No more than one of them is in memory.
 *
 * @throws LimitExceededError for a line of more than `mostChars` UTF-16 code units.
 */
export async function* splitLines(
  source: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  mostChars = mostLineChars,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let started: string[] = [];
  let [chars, line] = [0, 1];
  const start = (piece: string) => {
    started.push(piece);
    chars += piece.length;
    if (chars > mostChars) throw tooLong(line, mostChars);
  };
  for await (const piece of source) {
    const text = typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    const parts = text.split('\n');
    for (const part of parts.slice(0, -1)) {
      start(part);
      yield started.join('');
      [started, chars, line] = [[], 0, line + 1];
    }
    start(parts.at(-1) ?? '');
  }
  start(decoder.decode());
  const rest = started.join('');
  if (rest !== '') yield rest;
}

function tooLong(line: number, mostChars: number): LimitExceededError {
  return new LimitExceededError(`Line ${line} is longer than ${mostChars.toLocaleString('en')} characters.`, {
    hint: 'No export of Pincite has such a line. Check that this is the right file.',
    context: { limit: mostChars, line },
  });
}
