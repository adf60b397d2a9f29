/** Several `pincite serve` and `pincite worker` over one PostgreSQL, any of which may be killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdaptResponse,
  type LeanSearch,
  openKnowledgeBase,
  type IngestionQueue,
  openQueue,
} from '../../src/index.ts';
import { runCli } from '../support/cli.ts';
import { writeNotes } from '../support/notes.ts';
import { noRealPostgres } from '../support/postgres-binary.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { type ServedProgram, startProgram } from '../support/served-program.ts';

const cli = fileURLToPath(new URL('../../dist/cli.mjs', import.meta.url));
const notes = 240;
const question = { query: 'Which signs were noted near the impeller?', topK: 5, mode: 'vector' };
const patience = { timeout: 60_000, interval: 100 };

/** Urls name the server. */
const withoutUrls = ({ results }: LeanSearch) => results.map(({ url: _url, ...result }) => result);

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function ask<Answer>(server: ServedProgram, path: string, json?: object): Promise<Answer> {
  const init = json && {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(json),
  };
  const response = await fetch(server.url + path, init);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

describe.skipIf(noRealPostgres)(`many processes over PostgreSQL${noRealPostgres ?? ''}`, () => {
  let database: PostgresServer;
  let folder: string;
  let env: Record<string, string>;
  let queue: IngestionQueue;
  let servers: ServedProgram[];
  const workers: ChildProcess[] = [];

  beforeAll(async () => {
    database = await startPostgres();
    folder = await mkdtemp(join(tmpdir(), 'pincite-many-'));
    await mkdir(join(folder, 'notes'));
    await writeNotes(join(folder, 'notes'), notes);
    env = { PINCITE_STORE: database.url, PINCITE_QUEUE: database.url, PINCITE_SERVER_WORKERS: '0' };
    // All at once make the tables, too.
    [queue, servers] = await Promise.all([
      openQueue(database.url, { leaseSeconds: 3 }),
      Promise.all([1, 2, 3, 4].map(() => startProgram([], env))),
    ]);
    startWorker();
    startWorker();
  });
  afterAll(async () => {
    for (const server of servers) await server[Symbol.asyncDispose]();
    for (const worker of workers) await kill(worker);
    await queue.close();
    await database.kill();
    await rm(folder, { recursive: true });
  });

  function startWorker(): void {
    workers.push(
      spawn(process.execPath, [cli, 'worker'], {
        cwd: folder,
        stdio: 'ignore',
        env: { ...process.env, ...env },
      }),
    );
  }

  const pincite = (...args: string[]) => runCli(args, { cwd: folder, env });

  /** What each of the servers finds, which must be the same. */
  async function foundByAll(body: object): Promise<LeanSearch['results']> {
    const [first, ...others] = await Promise.all(
      servers.map((server) => ask<LeanSearch>(server, '/v1/search', body)),
    );
    for (const other of others) expect(withoutUrls(other)).toEqual(withoutUrls(first!));
    return first!.results;
  }

  const stateOf = async (id: string, server = servers[1]!) =>
    (await ask<{ state: string }>(server, `/v1/jobs/${id}`)).state;

  async function addVersions(count: number): Promise<void> {
    const client = new Client(database.url);
    await client.connect();
    await client.query(`UPDATE pincite.schema_version SET version = version + ${count}`);
    await client.end();
  }

  it('find through all what came through one, and its next version', async () => {
    for (const [index, text] of ['The lighthouse is red.', 'The lighthouse is white now.'].entries()) {
      const documents = [{ text, documentId: 'lighthouse', title: 'Lighthouse' }];
      const { id } = await ask<{ id: string }>(servers[index]!, '/v1/documents', { documents });
      await expect.poll(() => stateOf(id), patience).toBe('done');
      const results = await foundByAll({ query: 'lighthouse', mode: 'keyword' });
      expect(results.map((one) => one.excerpt)).toEqual([text]);
    }
  });

  it('lose and double nothing when a worker and a server are killed, and add nothing twice', async () => {
    const { jobId } = await queue.enqueue([join(folder, 'notes')]);
    await expect
      .poll(async () => (await queue.job(jobId, { limit: 0 })).counts.done, patience)
      .toBeGreaterThan(0);
    await Promise.all([kill(workers[0]!), servers.pop()!.end('SIGKILL')]);
    startWorker();
    await expect.poll(() => stateOf(jobId), patience).toBe('done');
    const { counts } = await queue.job(jobId, { limit: 0 });
    expect(counts).toMatchObject({ done: notes, failed: 0 });
    const again = await queue.enqueue([join(folder, 'notes')]);
    await expect.poll(() => stateOf(again.jobId), patience).toBe('done');
    expect(await queue.job(again.jobId, { limit: 0 })).toMatchObject({
      documentsStored: 0,
      documentsSkipped: notes,
    });
    await using kb = await openKnowledgeBase({ store: database.url });
    const documents = await kb.documents({ format: 'markdown' });
    expect(documents).toHaveLength(notes);
    expect([...new Set(documents.map(({ version }) => version))]).toEqual([1]);
    expect(await foundByAll(question)).toHaveLength(5);
  });

  it('answer by one model, whichever process has adapted it, and while it does', async () => {
    const before = await foundByAll(question);
    const over = new AbortController();
    const searching = servers.map(async (server) => {
      let searches = 0;
      for (; !over.signal.aborted; searches += 1) {
        await sleep(50);
        expect((await ask<LeanSearch>(server, '/v1/search', question)).results).toHaveLength(5);
      }
      return searches;
    });
    const adapted = await pincite('adapt', '--json');
    over.abort();
    for (const searches of await Promise.all(searching)) expect(searches).toBeGreaterThan(10);
    const { outcome, embeddingModel } = JSON.parse(adapted.stdout) as AdaptResponse;
    expect(outcome).toBe('adapted');
    const results = await foundByAll(question);
    expect(results.map(({ score }) => score)).not.toEqual(before.map(({ score }) => score));
    const here = await pincite('search', question.query, '-k', '5', '--mode', 'vector', '--json');
    expect((JSON.parse(here.stdout) as LeanSearch).results.map(({ id, score }) => [id, score])).toEqual(
      results.map(({ id, score }) => [id, score]),
    );
    const documents = [{ text: 'The lighthouse has an impeller.', documentId: 'impeller' }];
    const { id } = await ask<{ id: string }>(servers[0]!, '/v1/documents', { documents });
    await expect.poll(() => stateOf(id), patience).toBe('done');
    await using kb = await openKnowledgeBase({ store: database.url });
    expect((await kb.document('impeller')).embeddingModel).toBe(embeddingModel);
  });

  it('refuse everything when a newer program has changed the tables', async () => {
    for (const server of servers) expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await addVersions(1);
    for (const server of servers) {
      expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
      await expect(ask(server, '/v1/search', question)).rejects.toThrow(/^50.*newer version of Pincite/);
    }
    expect(await pincite('list')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('newer version of Pincite') as string,
    });
    await addVersions(-1);
    expect(await foundByAll(question)).toHaveLength(5);
  });
});
