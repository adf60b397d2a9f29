/**
 * `npm run build && npm run soak -- server [--minutes 30] [--kills 10] [--gigabytes 1] [--schemathesis <program>] [--cases 120]`:
 * `pincite serve` under what servers meet. An upload of a gigabyte, at flat memory; kills in the middle of jobs, each of which ends
 * once; SIGTERM under load, which loses no answer; memory over minutes of searches; and Schemathesis over its OpenAPI document
 * (`pip install schemathesis`), which finds no 500, no undocumented status, no wrong schema.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { KeyFolder } from '../src/apps/http/index.ts';
import { load } from '../test/support/load.ts';
import { startProgram, type ServedProgram } from '../test/support/served-program.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    kills: { type: 'string', default: '10' },
    gigabytes: { type: 'string', default: '1' },
    schemathesis: { type: 'string' },
    cases: { type: 'string', default: '120' },
  },
});
const examples = fileURLToPath(new URL('../examples/documents', import.meta.url));
const root = await mkdtemp(join(tmpdir(), 'pincite-serve-'));
const mebibyte = 2 ** 20;

const check = (holds: boolean, what: string) => {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}`);
  if (!holds) process.exitCode = 1;
};
const ask = async (server: ServedProgram, path: string, init?: RequestInit) =>
  (await (await fetch(server.url + path, init)).json()) as never;

await uploadMuch();
await killDuringJobs();
await stopUnderLoad();
if (Number(values.minutes) > 0) await searchForLong();
if (values.schemathesis !== undefined) await searchSchema(values.schemathesis);
await rm(root, { recursive: true, force: true });

/** Noise that no format is found in: it is written, refused as a document, and kept until the job is forgotten. */
async function uploadMuch(): Promise<void> {
  const bytes = Number(values.gigabytes) * 1024 * mebibyte;
  await using server = await startProgram(['--store', `sqlite:${join(root, 'upload')}`], {
    PINCITE_SERVER_WORKERS: '0',
  });
  await fetch(`${server.url}/v1/collections`);
  const before = server.rss();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, server.rss())), 50);
  const piece = Buffer.alloc(mebibyte, 7);
  async function* body() {
    yield Buffer.from('--x\r\nContent-Disposition: form-data; name="files"; filename="big.bin"\r\n\r\n');
    for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
    yield Buffer.from('\r\n--x--\r\n');
  }
  const started = performance.now();
  const response = await fetch(`${server.url}/v1/documents`, {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    body: ReadableStream.from(body()) as never,
    duplex: 'half',
  } as RequestInit);
  clearInterval(watch);
  const took = (performance.now() - started) / 1000;
  console.log(`upload of ${values.gigabytes} GiB: ${response.status} in ${took.toFixed(1)} s`);
  check(response.status === 202, 'the upload is taken');
  check(most - before < 200, `memory grew by ${(most - before).toFixed(0)} MiB (bar 200)`);
}

async function killDuringJobs(): Promise<void> {
  const store = `sqlite:${join(root, 'kill')}`;
  const files = 60;
  const form = new FormData();
  for (let index = 0; index < files; index += 1) {
    form.append(
      'files',
      new File([`Text ${index}. ${`Pump ${index} runs. `.repeat(200)}`], `text-${index}.txt`),
    );
  }
  let server = await startProgram(['--store', store]);
  const { id } = (await ask(server, '/v1/documents', { method: 'POST', body: form })) as { id: string };
  let kills = 0;
  for (; kills < Number(values.kills); kills += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 900));
    await server.end('SIGKILL');
    server = await startProgram(['--store', store]);
  }
  const deadline = Date.now() + 300_000;
  let job = (await ask(server, `/v1/jobs/${id}`)) as { state: string; documentsStored: number };
  while (['waiting', 'active'].includes(job.state) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    job = (await ask(server, `/v1/jobs/${id}`)) as { state: string; documentsStored: number };
  }
  const { total } = (await ask(server, '/v1/documents')) as { total: number };
  check(job.state === 'done', `after ${kills} kills the job is ${job.state}`);
  check(total === files, `${total} of ${files} documents are there, each once`);
  await server.end('SIGTERM');
}

async function stopUnderLoad(): Promise<void> {
  const store = `sqlite:${join(root, 'stop')}`;
  await filled(store);
  const server = await startProgram(['--store', store]);
  const bodies = [{ question: 'Which law governs the supply agreement?' }];
  const running = load(`${server.url}/v1/ask`, { connections: 8, seconds: 3, bodies });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const code = await server.end('SIGTERM');
  const { statuses } = await running;
  console.log('statuses until and after SIGTERM:', statuses);
  check(code === 0 || code === 130, `the server ended with ${code}`);
  check(
    Object.keys(statuses).every((status) => ['200', 'error', '503'].includes(status)),
    'no half answers',
  );
}

async function searchForLong(): Promise<void> {
  const store = `sqlite:${join(root, 'long')}`;
  await filled(store);
  await using server = await startProgram(['--store', store], {
    PINCITE_SERVER_LIMITS_REQUESTS_PER_MINUTE: '1000000',
  });
  const bodies = ['notice period', 'audit committee', 'revenue', 'membranes'].map((query) => ({ query }));
  const seconds = Math.max(10, (Number(values.minutes) * 60) / 10);
  const seen: number[] = [];
  for (let part = 0; part < 10; part += 1) {
    const { statuses } = await load(`${server.url}/v1/search`, { connections: 8, seconds, bodies });
    seen.push(server.rss());
    console.log(`${((part + 1) * seconds).toFixed(0)} s: ${seen.at(-1)!.toFixed(0)} MiB`, statuses);
  }
  const early = Math.max(...seen.slice(0, 3));
  check(
    Math.max(...seen.slice(-3)) < early * 1.2,
    `memory is flat: ${early.toFixed(0)} MiB early, ${seen.at(-1)!.toFixed(0)} MiB late`,
  );
}

async function searchSchema(program: string): Promise<void> {
  const store = join(root, 'schema');
  await filled(`sqlite:${store}`);
  const { secret } = await new KeyFolder(join(store, 'keys')).add({
    name: 'schemathesis',
    access: 'write',
    admin: true,
  });
  await using server = await startProgram(['--store', `sqlite:${store}`], {
    PINCITE_SERVER_LIMITS_REQUESTS_PER_MINUTE: '1000000',
  });
  const headers = { Authorization: `Bearer ${secret}` };
  const { documents } = (await ask(server, '/v1/documents', { headers })) as { documents: { id: string }[] };
  const described = (await ask(server, '/openapi.json')) as object;
  // Ids that are there, so that what is behind them is reached; what would remove them, or the key, is left out.
  const ids = ['none', ...documents.slice(0, 3).map(({ id }) => id)];
  const withIds = JSON.parse(JSON.stringify(described), (_, part: unknown) => {
    const {
      name,
      in: place,
      description,
    } = (part ?? {}) as { name?: string; in?: string; description?: string };
    const isDocument = name === 'id' && place === 'path' && description?.startsWith('Of the document');
    return isDocument ? { ...(part as object), schema: { type: 'string', enum: ids } } : part;
  }) as object;
  const file = join(root, 'openapi.json');
  await writeFile(file, JSON.stringify(withIds));
  const checks =
    'not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance';
  const child = spawn(
    program,
    [
      'run',
      file,
      '--url',
      server.url,
      '-H',
      `Authorization: Bearer ${secret}`,
      '--max-examples',
      values.cases,
      '--seed',
      '1',
      '--exclude-method',
      'DELETE',
      '-c',
      checks,
    ],
    { stdio: 'inherit', cwd: root },
  );
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  check(code === 0, 'Schemathesis finds nothing');
}

async function filled(store: string): Promise<void> {
  const cli = fileURLToPath(new URL('../dist/cli.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [cli, 'add', examples, '--store', store], {
    stdio: 'ignore',
  });
  if (status !== 0) throw new Error('The examples cannot be added.');
}
