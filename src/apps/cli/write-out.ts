import { once } from 'node:events';

/** Writes pieces to the standard output, as fast as its reader takes them. */
export async function writeOut(pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) {
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
  }
}
