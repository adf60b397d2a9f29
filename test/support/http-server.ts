import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve, type Key, type NewKey, KeyFolder, type PinciteServer } from '../../src/apps/http/index.ts';
import { openKnowledgeBase, type ConfigInput, type KnowledgeBase } from '../../src/index.ts';

export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly kb: KnowledgeBase;
  readonly server: PinciteServer;
  /** Lines of the log, as they were written. */
  readonly log: string[];
  readonly folder: string;
  /** Makes a key, and gives its secret. */
  key(given: NewKey): Promise<{ readonly key: Key; readonly secret: string }>;
  /** `fetch` of a path; an object as body goes as JSON. */
  ask(
    path: string,
    init?: RequestInit & { readonly json?: unknown; readonly secret?: string },
  ): Promise<Response>;
  close(): Promise<void>;
}

/** A server on a free port of this machine, over a store of its own in a folder that goes with it. */
export async function startServer(
  serverConfig: NonNullable<ConfigInput['server']> = {},
  config: ConfigInput = {},
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'pincite-http-'));
  const keysFolder = join(folder, 'keys');
  const kb = await openKnowledgeBase({
    store: `sqlite:${join(folder, 'store')}`,
    ...config,
    server: { port: 0, keysFolder, ...serverConfig },
  });
  const log: string[] = [];
  const server = await serve(kb, { log: (...line) => log.push(JSON.stringify(line)) });
  const { url } = server;
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await server.close();
    await kb.close();
    await rm(folder, { recursive: true });
  };
  return {
    url,
    kb,
    server,
    log,
    folder,
    key: (given) => new KeyFolder(keysFolder).add(given),
    ask: (path, { json, secret, headers, ...init } = {}) =>
      fetch(url + path, {
        ...(json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }),
        ...init,
        headers: {
          ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(secret === undefined ? {} : { Authorization: `Bearer ${secret}` }),
          ...(headers as Record<string, string> | undefined),
        },
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The events of a stream, in order. */
export async function eventsOf(response: Response): Promise<{ event: string; data: unknown }[]> {
  const text = await response.text();
  return text
    .split('\n\n')
    .filter((block) => block.includes('data:'))
    .map((block) => {
      const line = (name: string) =>
        block
          .split('\n')
          .filter((one) => one.startsWith(`${name}:`))
          .map((one) => one.slice(name.length + 1).trim())
          .join('\n');
      const data = line('data');
      return { event: line('event'), data: data === '[DONE]' ? data : (JSON.parse(data) as unknown) };
    });
}
