/**
 * The HTTP server over a knowledge base: routes for search, answers, documents and jobs, with keys, limits and metrics.
 *
 *   request → log → host and origin → key → limits → route → scoped knowledge base → lean answer
 *
 * A tenant's routes see a scoped knowledge base alone (access/scopes.ts). The queue knows no scopes: routes/jobs.ts passes the tenant.
 */
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { ConfigError, type IngestionQueue, type KnowledgeBase, openQueue } from '../../index.ts';
import { createApp } from './app.ts';
import { Authority, isLoopback } from './access/auth.ts';
import { KeyFolder } from './access/keys.ts';
import { Load } from './access/limits.ts';
import { createLog, type Log } from './log.ts';
import { Metrics } from './metrics.ts';
import { Pictures } from './files/pictures.ts';
import { Scopes } from './access/scopes.ts';
import { Uploads } from './files/uploads.ts';
import { setTimeout as sleep } from 'node:timers/promises';

export { KeyFolder, type Key, type NewKey } from './access/keys.ts';

/** What `serve` and `createServer` take. */
export interface ServerOptions {
  /** Where the log goes; lines of JSON on the standard error unless given. */
  readonly log?: Log;
  /** What is to be added waits there; in the folder of a SQLite store, else in `./.pincite`, unless given. It stays open. */
  readonly queue?: IngestionQueue;
}

/** What answers requests of the Fetch standard, as Hono, Bun, Deno and Next.js take it. */
export interface FetchHandler {
  /** Answers a request. */
  readonly fetch: (request: Request) => Response | Promise<Response>;
}

/** A server over a knowledge base. */
export interface PinciteServer {
  /** `http://127.0.0.1:7878`: where it listens. */
  readonly url: string;
  readonly app: FetchHandler;
  /**
   * Takes no more requests, lets those under way end for as long as `server.shutdownMs` says, and stops. The knowledge
   * base stays open.
   */
  close(): Promise<void>;
}

/** Of pictures of pages, kept in memory. */
const pictureBytes = 64 * 2 ** 20;

/**
 * Serves a knowledge base by its configuration (`server`).
 * @throws ConfigError where strangers could reach it without keys, or the port is taken.
 */
export async function serve(
  kb: KnowledgeBase,
  { log: given, queue: givenQueue }: ServerOptions = {},
): Promise<PinciteServer> {
  const { server: settings, store, loading, telemetry } = kb.config;
  const log = given ?? createLog(settings.log);
  const keys = new KeyFolder(settings.keysFolder ?? join(folderOf(store), 'keys'));
  const authority = new Authority(keys, settings.jwt);
  await authority.checkAddress(settings.host);
  const stopping = new AbortController();
  const enough = new AbortController();
  const load = new Load(settings.limits);
  const metrics = new Metrics(() => load.underWay);
  const services = {
    metrics,
    pictures: new Pictures(pictureBytes),
    logTexts: telemetry.recordQueries,
  };
  const queue = givenQueue ?? (await openQueue(queueUrlOf(store)));
  const uploads = new Uploads(join(folderOf(store), 'uploads'), { mostBytes: 4 * loading.maxBytes });
  await uploads.sweep();
  metrics.gauge('pincite_sources_waiting', 'Documents that wait to be added', async () => {
    const { waiting, retrying } = await queue.status({ limit: 0 });
    return waiting + retrying;
  });
  const app = createApp({
    kb,
    jobs: { queue, uploads, tenancy: settings.tenancy },
    scopes: new Scopes(kb, settings.tenancy),
    keys,
    authority,
    services,
    load,
    limits: settings.limits,
    guard: settings,
    log,
    stopping: stopping.signal,
    isStopping: () => !http.listening,
  });
  const http = createHttpServer(
    {
      requestTimeout: 0, // the limits say how long a request may take, and uploads go on while something comes
      headersTimeout: 30_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 32_768,
    },
    getRequestListener(app.fetch),
  );
  const { address, port } = await listen(http, settings);
  const host = isLoopback(settings.host) ? settings.host : address;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  log('info', 'listening', { url });
  const adding = addQueued(kb, queue, { workers: settings.workers, log, signal: enough.signal });
  const stop = async () => {
    enough.abort(); // jobs under way are given back, and gone on with later
    await close(http, { stopping, shutdownMs: settings.shutdownMs, log });
    await adding;
    if (givenQueue === undefined) await queue.close();
  };
  return { url, app, close: stop };
}

/** The queue beside the store, which needs nothing else. */
const queueUrlOf = (store: string) => (store === 'sqlite::memory:' ? store : `sqlite:${folderOf(store)}`);

/** That of a SQLite store; else the one where it would be. */
export function folderOf(store: string): string {
  const [, folder] = /^sqlite:(?!:memory:)(.+)$/.exec(store) ?? [];
  return folder ?? '.pincite';
}

function listen(
  http: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new ConfigError(`Cannot listen at ${host}:${port} (${error.code ?? error.message})`, {
          cause: error,
          hint: 'Choose another with --port or server.port; 0 takes a free one.',
        }),
      );
    });
    http.listen(port, host, () => resolve(http.address() as AddressInfo));
  });
}

async function close(
  http: Server,
  { stopping, shutdownMs, log }: { stopping: AbortController; shutdownMs: number; log: Log },
): Promise<void> {
  log('info', 'stopping');
  const closed = new Promise<void>((resolve) => http.close(() => resolve()));
  http.closeIdleConnections();
  const timer = setTimeout(() => {
    stopping.abort(new Error('The server is stopping'));
    http.closeAllConnections();
  }, shutdownMs);
  await closed;
  clearTimeout(timer);
  log('info', 'stopped');
}

/** The worker of the server: adds what the queue holds, beside any other worker. */
interface AddingOptions {
  /** Documents at once; 0 for none. */
  readonly workers: number;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Between two attempts to go on after a failure that would have failed every job. */
const pauseMs = 5_000;

/** Works until the signal is aborted, which gives back what is under way; a store that is away is waited for. */
async function addQueued(
  kb: Pick<KnowledgeBase, 'work'>,
  queue: IngestionQueue,
  { workers: concurrency, log, signal }: AddingOptions,
): Promise<void> {
  if (concurrency === 0) return;
  while (!signal.aborted) {
    try {
      await kb.work(queue, {
        concurrency,
        signal,
        onProgress: (event) => {
          if (event.kind === 'failed')
            log('warn', 'a source failed', { code: event.error.code, again: event.again });
          if (event.kind === 'waiting') log('warn', 'waiting for the store or the queue');
        },
      });
    } catch (error) {
      if (signal.aborted) return;
      log('error', 'adding has stopped, and is tried again', { error: (error as Error).message });
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
