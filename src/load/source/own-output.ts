/** Files that Pincite wrote itself, told by the mark at their beginning, never by their names. */
import { open } from 'node:fs/promises';
import { extname } from 'node:path';

/** Pages name what wrote them; an export begins with its own kind of line. */
const marks: Readonly<Record<string, RegExp>> = {
  '.html': /<meta name="generator" content="pincite [a-z]+">/,
  '.htm': /<meta name="generator" content="pincite [a-z]+">/,
  '.jsonl': /^\{"kind":"export","version":\d+\}\r?\n/,
  '.json': /^\{"kind":"export","version":\d+\}\r?\n/,
};
/** Bytes from the start in which the mark stands. */
const markWindow = 1000;

/** Whether the file is an answer, a page of chunks, a report or an export of Pincite's. One that cannot be read is none. */
export async function isOwnOutput(path: string): Promise<boolean> {
  const mark = marks[extname(path).toLowerCase()];
  if (mark === undefined) return false;
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return false;
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(markWindow) });
    return mark.test(buffer.toString('utf8', 0, bytesRead));
  } catch {
    return false; // reading it as a document says why
  } finally {
    await file.close();
  }
}
