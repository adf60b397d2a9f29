/** The program as those who fill a queue, those who work on it, and those who look at it run it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli, type CliOptions } from '../support/cli.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';

const documents = join(process.cwd(), 'examples/documents');

let server: PostgresServer;
let cwd: string;
beforeAll(async () => {
  server = await startPostgres();
  cwd = await mkdtemp(join(tmpdir(), 'pincite-worker-'));
});
afterAll(async () => {
  await server.kill();
  await rm(cwd, { recursive: true });
});

const pincite = (args: readonly string[], options: Partial<CliOptions> = {}) =>
  runCli(args, { cwd, env: { PINCITE_QUEUE: server.url }, ...options });

it('queues a folder, works on it twice at once, and answers from what has come', async () => {
  const queued = await pincite(['add', documents, 'missing.pdf', '--queue', '--tag', 'signed']);
  expect(queued).toMatchObject({ code: 1, stdout: expect.stringMatching(/^10 sources queued .*1 failed/m) });
  expect((await pincite(['add', documents, '--queue', '--tag', 'signed'])).stdout).toMatch(
    /^0 sources queued .*10 waiting already/m,
  );
  expect((await pincite(['queue'])).stdout).toMatch(
    /^10 waiting, 0 active, 0 retrying, 1 failed\nFailed: missing\.pdf/,
  );
  const workers = await Promise.all([
    pincite(['worker', '--drain']),
    pincite(['worker', '--drain', '--json']),
  ]);
  const places = expect.stringMatching(
    /^Reads the queue postgres:\/\/[^@]+, adds to sqlite:\.\/\.pincite\nNote: No store is named/,
  ) as string;
  expect(workers.map(({ code, stderr }) => ({ code, stderr }))).toEqual([
    { code: 0, stderr: places },
    { code: 0, stderr: places },
  ]);
  const added = workers[0]!.stdout.split('\n').filter((line) => line.startsWith('Added: ')).length;
  const events = workers[1]!.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string });
  expect(events.at(-1)).toMatchObject({ kind: 'end', documentsInserted: 10 - added, sourcesFailed: 0 });
  expect((await pincite(['list', '--where', '{"tags":"signed"}'])).stdout).toContain('10 documents');
  expect(workers[0]!.stdout.includes('`pincite adapt`')).toBe(added > 0);
  const answer = await pincite(['ask', 'What is the hotel ceiling in Paris?']);
  expect(answer.stdout).toContain('✓ quote found word for word');
});

it('lists what failed with its reason, and queues it anew', async () => {
  const path = join(cwd, 'scan.pdf');
  await writeFile(path, 'no PDF');
  await pincite(['add', path, '--queue']);
  await writeFile(path, '%PDF-1.7 broken');
  const worker = await pincite(['worker', '--drain']);
  expect(worker).toMatchObject({ code: 1, stdout: expect.stringContaining('Failed: scan.pdf') });
  await writeFile(join(cwd, 'missing.pdf'), '%PDF-1.7 broken too');
  const { stdout } = await pincite(['queue']);
  expect(stdout).toMatch(/^0 waiting, 0 active, 0 retrying, 2 failed\nFailed: scan\.pdf/);
  const status = JSON.parse((await pincite(['queue', '--json', '--retry-failed'])).stdout) as object;
  expect(status).toMatchObject({ requeued: 2, waiting: 2, failed: 0, failures: [] });
  const { stderr } = await pincite(['worker', '--drain', '--store', 'sqlite:./.pincite']);
  expect(stderr).toMatch(/adds to sqlite:\.\/\.pincite\n$/);
});

it('waits for jobs until Ctrl-C, and gives back what is under way', async () => {
  const running = pincite(['worker'], {
    onStart: (child) => {
      child.stdout!.once('data', () => child.kill('SIGINT'));
    },
  });
  await sleep(500);
  await writeFile(join(cwd, 'late.md'), '# Late\n\nIt came while the worker waited.');
  await pincite(['add', 'late.md', '--queue']);
  expect(await running).toMatchObject({ code: 130, stderr: expect.stringContaining('1 source done') });
  expect((await pincite(['queue'])).stdout).toMatch(/^0 waiting, 0 active, 0 retrying/);
});

it('needs nothing but a folder for queue and store', async () => {
  await writeFile(join(cwd, 'near.md'), '# Near\n\nIt is all in one folder.');
  const env = { PINCITE_QUEUE: 'sqlite:./one', PINCITE_STORE: 'sqlite:./one' };
  const queued = await pincite(['add', 'near.md', '--queue', '--json'], { env });
  expect(JSON.parse(queued.stdout)).toMatchObject({ jobId: expect.any(String), queued: 1 });
  expect((await pincite(['worker', '--drain'], { env })).stdout).toContain('Added: near.md');
  expect((await pincite(['queue'], { env })).stdout).toBe('0 waiting, 0 active, 0 retrying, 0 failed\n');
  expect((await pincite(['list'], { env })).stdout).toContain('near.md');
});

it('says what is missing or not to be queued', async () => {
  const unnamed = await pincite(['queue'], { env: {} });
  expect(unnamed).toMatchObject({ code: 2, stderr: expect.stringContaining('PINCITE_QUEUE') });
  const refused = await Promise.all([
    pincite(['add', documents, '--queue', '--password', 'x']),
    pincite(['add', documents, '--queue', '--ocr', 'always']),
    pincite(['add', documents, '--queue', 'redis:x']),
    pincite(['worker', '--queue', 'postgres://me:secret@127.0.0.1:1/x']),
  ]);
  expect(refused.map(({ code }) => code)).toEqual([2, 2, 2, 1]);
  expect(refused.map(({ stderr }) => stderr).join('')).not.toContain('secret');
});
