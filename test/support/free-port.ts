import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below those that systems give to whoever wants any, so that nobody takes one before it is used, or while a server of the tests
 * starts again on its own. Each process has others.
 */
const first = 20_000 + (process.pid % 120) * 100;
const ofEach = 100;
let given = 0;

/** One of the loopback address that nobody listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + (given % ofEach);
    given += 1;
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
