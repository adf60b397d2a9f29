import { once } from 'node:events';
import { harmlessJson } from './terminal-text.ts';

/** Writes pieces of JSON to the standard output, as fast as its reader takes them. */
export async function writeOut(pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) {
    if (!process.stdout.write(harmlessJson(piece))) await once(process.stdout, 'drain');
  }
}
