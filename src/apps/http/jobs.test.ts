import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsOf, startServer, type TestServer } from '../../../test/support/http-server.ts';
import { startSite } from '../../../test/support/local-site.ts';
import { openKnowledgeBase } from '../../index.ts';
import { serve } from './index.ts';

interface JobState {
  readonly id: string;
  readonly state: string;
  readonly documentsStored: number;
  readonly sources: readonly { source: string; state: string; error?: { code: string; message: string } }[];
}

const examples = new URL('../../../examples/documents/', import.meta.url).pathname;
let server: TestServer;
beforeAll(async () => {
  server = await startServer({}, { loading: { maxBytes: 500_000 } });
});
afterAll(() => server.close());

function form(files: Record<string, string | Uint8Array>, fields: Record<string, string> = {}): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  for (const [name, content] of Object.entries(files))
    data.append('files', new File([content as never], name));
  return data;
}

const upload = (body: FormData, { secret, key }: { secret?: string; key?: string } = {}, to = server) =>
  to.ask('/v1/documents', { method: 'POST', body, secret, headers: key ? { 'Idempotency-Key': key } : {} });

async function ended(response: Response, to = server, secret?: string): Promise<JobState> {
  expect(response.status).toBe(202);
  const { id } = (await response.json()) as JobState;
  expect(response.headers.get('location')).toBe(`/v1/jobs/${id}`);
  const events = await eventsOf(await to.ask(`/v1/jobs/${id}/events`, { secret }));
  expect(events.every(({ event }) => event === 'job')).toBe(true);
  return events.at(-1)!.data as JobState;
}

const uploadsOf = async (one: TestServer) =>
  (await readdir(join(one.folder, 'store', 'uploads')).catch(() => [])).length;
/** A worker removes a file after it has told that it is stored. */
const expectUploads = (count: number, of = server) => expect.poll(() => uploadsOf(of)).toBe(count);

const sendSame = async (text: string) => await ended(await upload(form({ 'same.txt': text })));

describe('POST /v1/documents', () => {
  it('adds files by their names, with their pages to look at', async () => {
    const pdf = await readFile(`${examples}supply-agreement-2024.pdf`);
    const files = { 'agreement.pdf': pdf, '../../notes ü.md': '# Notes\n\nThe pump runs at 40 Hz.' };
    const fields = { collection: 'contracts', tags: 'signed, 2024', metadata: '{"client": "acme"}' };
    const job = await ended(await upload(form(files, fields)));
    expect(job).toMatchObject({ state: 'done', documentsStored: 2 });
    expect(job.sources.map(({ source }) => source)).toEqual(['upload:agreement.pdf', 'upload:notes ü.md']);
    const listed = await server.ask('/v1/documents?collection=contracts');
    const { documents } = (await listed.json()) as {
      documents: { id: string; title: string; format: string }[];
    };
    expect(documents).toMatchObject([
      { tags: ['signed', '2024'], metadata: { client: 'acme' }, format: 'pdf' },
      { title: 'Notes', format: 'markdown' },
    ]);
    const picture = await server.ask(
      `/v1/documents/${documents[0]!.id}/pages/1.png?collection=contracts&scale=0.5`,
    );
    expect(picture.headers.get('content-type')).toBe('image/png');
    const original = await server.ask(`/v1/documents/${documents[0]!.id}/original?collection=contracts`);
    expect(Buffer.from(await original.arrayBuffer()).equals(pdf)).toBe(true);
    await expectUploads(0);
    const everything = JSON.stringify(await server.kb.documents(undefined, { collection: 'contracts' }));
    expect(everything).not.toContain(server.folder);
  });

  it('replaces what has the same name, and leaves what has not changed', async () => {
    expect(await sendSame('One.')).toMatchObject({ documentsStored: 1 });
    expect(await sendSame('One.')).toMatchObject({ documentsStored: 0, documentsSkipped: 1 });
    expect(await sendSame('Two, which is another text.')).toMatchObject({ documentsStored: 1 });
    const { total } = (await (await server.ask('/v1/documents')).json()) as { total: number };
    expect(total).toBe(1);
  });

  it('takes a name for the same whether its accents are signs of their own or not', async () => {
    await using other = await startServer();
    for (const accents of ['NFD', 'NFC'] as const) {
      const body = new FormData();
      body.append('files', new Blob([`Written in ${accents}.`]), 'café.txt'.normalize(accents));
      const job = await ended(await upload(body, {}, other), other);
      expect(job).toMatchObject({ documentsStored: 1, sources: [{ source: 'upload:café.txt' }] });
    }
    expect(await other.kb.documents()).toHaveLength(1);
  });

  it('cuts a long name before its ending, which says how it is read', async () => {
    await using other = await startServer();
    const body = new FormData();
    body.append('files', new Blob(['# Lease\n\nIt ends in May.']), `${'long '.repeat(50)}name.md`);
    await ended(await upload(body, {}, other), other);
    expect(await other.kb.documents()).toMatchObject([{ title: 'Lease', format: 'markdown' }]);
  });

  it('adds all files of an upload, also where two are called the same', async () => {
    await using other = await startServer();
    const body = new FormData();
    for (const text of ['Dies ist der Vertrag.', 'This is the contract.'])
      body.append('files', new Blob([text]), 'contract.txt');
    const job = await ended(await upload(body, {}, other), other);
    expect(job.sources.map(({ source }) => source)).toEqual([
      'upload:contract.txt',
      'upload:contract (2).txt',
    ]);
    expect(await other.kb.documents()).toHaveLength(2);
  });

  it('keeps the folders that a client names from one of its own on, and no other part of a path', async () => {
    await using other = await startServer();
    const names = [
      'contracts/Acme/MSA.md',
      'contracts/Borealis/MSA.md',
      '/etc/a.md',
      'C:\\b.md',
      'x/../c.md',
    ];
    const body = new FormData();
    for (const name of [...names, names[0]!]) body.append('files', new Blob([`# ${name}\n\nText.`]), name);
    const job = await ended(await upload(body, {}, other), other);
    expect(job.sources.map(({ source }) => source)).toEqual([
      'upload:contracts/Acme/MSA.md',
      'upload:contracts/Borealis/MSA.md',
      'upload:a.md',
      'upload:b.md',
      'upload:c.md',
      'upload:contracts/Acme/MSA (2).md',
    ]);
  });

  it('adds texts and addresses', async () => {
    const site = await startSite((_, response) =>
      response.end('<title>Page</title><p>The lamp is in the attic.</p>'),
    );
    const url = `${site.url}/lamp.html`;
    const documents = [
      { text: '# Pump\n\nIt runs.', format: 'markdown', documentId: 'pump', title: 'A pump' },
      { url },
    ];
    const job = await ended(await server.ask('/v1/documents', { json: { collection: 'given', documents } }));
    await site.close();
    expect(job.state).toBe('failed');
    expect(job.sources).toMatchObject([
      { state: 'done' },
      { source: url, state: 'failed', error: { code: 'LOAD' } },
    ]);
    expect(job.sources[1]!.error!.message).toContain('not a public address'); // nothing of this machine is fetched
    const listed = await (await server.ask('/v1/documents/pump?collection=given')).json();
    expect(listed).toMatchObject({ title: 'A pump', format: 'markdown' });
  });

  it('adds the examples of the package, and keeps no copy of those that it cannot', async () => {
    await using other = await startServer();
    const refused = await other.ask('/v1/examples?collection=%0Abad', { method: 'POST' });
    expect(refused.status).toBe(400);
    expect(await uploadsOf(other)).toBe(0);
    const job = await ended(await other.ask('/v1/examples', { method: 'POST' }), other);
    expect(job).toMatchObject({ state: 'done', documentsStored: (await readdir(examples)).length });
    await expectUploads(0, other);
  });

  it('ends a file that inflates without end, and goes on with the others', async () => {
    const types =
      '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
    const bomb = zipSync({
      '[Content_Types].xml': Buffer.from(types),
      'word/document.xml': new Uint8Array(30_000_000),
    });
    await using other = await startServer({}, { loading: { maxBytes: 20_000_000 } });
    const body = form({ 'bomb.docx': bomb, 'pump.txt': 'The pump runs.' });
    const job = await ended(await upload(body, {}, other), other);
    expect(job.sources).toMatchObject([
      { source: 'upload:bomb.docx', state: 'failed', error: { code: 'LIMIT_EXCEEDED' } },
      { source: 'upload:pump.txt', state: 'done' },
    ]);
  });

  it.each([
    ['nothing to add', form({}), 400],
    ['no JSON as metadata', form({ 'a.txt': 'x' }, { metadata: '{' }), 400],
    ['an unknown field', form({ 'a.txt': 'x' }, { colour: 'red' }), 400],
    ['one id for two files', form({ 'a.txt': 'x', 'b.txt': 'y' }, { documentId: 'a' }), 400],
    [
      'too many files',
      form(Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`${index}.txt`, 'x']))),
      413,
    ],
    ['too many bytes', form({ 'a.txt': 'x'.repeat(1_200_000), 'b.txt': 'x'.repeat(1_200_000) }), 413],
  ])('refuses %s, and keeps no file', async (_, body, status) => {
    const response = await upload(body);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'application/problem+json',
    ]);
    expect(await uploadsOf(server)).toBe(0);
  });

  it.each([
    ['a path', { documents: [{ source: '/etc/passwd' }] }],
    ['a file URL', { documents: [{ url: 'file:///etc/passwd' }] }],
    ['a text without an id', { documents: [{ text: 'x' }] }],
    ['neither', { documents: [{ documentId: 'x' }] }],
    ['no documents', { documents: [] }],
  ])('refuses %s', async (_, json) => {
    expect((await server.ask('/v1/documents', { json })).status).toBe(400);
  });

  it('refuses a body that breaks off, and one that is none', async () => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    for (const body of [
      '',
      '--x\r\n',
      '--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nhalf',
    ]) {
      expect((await server.ask('/v1/documents', { method: 'POST', body, headers })).status).toBe(400);
    }
    const noBoundary = { 'Content-Type': 'multipart/form-data' };
    expect(
      (await server.ask('/v1/documents', { method: 'POST', body: 'x', headers: noBoundary })).status,
    ).toBe(400);
    expect(await uploadsOf(server)).toBe(0);
  });

  it('gives the same job for the same key and files, and refuses others', async () => {
    const body = () => form({ 'once.txt': 'Once.' });
    const one = await ended(await upload(body(), { key: 'a1' }));
    const two = await ended(await upload(body(), { key: 'a1' }));
    expect(two.id).toBe(one.id);
    expect((await upload(form({ 'other.txt': 'Other.' }), { key: 'a1' })).status).toBe(400);
    await expectUploads(0);
  });
});

describe('/v1/jobs', () => {
  it('outlive the server, fail by source, are tried again and forgotten', async () => {
    await using idle = await startServer({ workers: 0 });
    const sent = await upload(form({ 'broken.pdf': '%PDF-1.7 broken', 'fine.txt': 'It is fine.' }), {}, idle);
    const { id } = (await sent.json()) as JobState;
    expect(await (await idle.ask(`/v1/jobs/${id}`)).json()).toMatchObject({
      state: 'waiting',
      counts: { waiting: 2 },
    });
    await idle.server.close();
    const { store, server: settings } = idle.kb.config;
    await using kb = await openKnowledgeBase({ store, server: { ...settings, workers: 2 } });
    const again = await serve(kb, { log: () => {} });
    const job = async () => (await (await fetch(`${again.url}/v1/jobs/${id}`)).json()) as JobState;
    await expect.poll(async () => (await job()).state).toBe('failed');
    expect((await job()).sources).toMatchObject([
      { source: 'upload:broken.pdf', state: 'failed', error: { code: 'PDF_CORRUPTED' } },
      { source: 'upload:fine.txt', state: 'done' },
    ]);
    await expectUploads(1, idle);
    const [file] = await readdir(join(idle.folder, 'store', 'uploads'));
    await writeFile(join(idle.folder, 'store', 'uploads', file!), 'It is mended.');
    const retried = await fetch(`${again.url}/v1/jobs/${id}/retry`, { method: 'POST' });
    expect(retried.status).toBe(202);
    await expect.poll(async () => (await job()).state).toBe('done');
    const { jobs } = (await (await fetch(`${again.url}/v1/jobs`)).json()) as { jobs: JobState[] };
    expect(jobs.map((one) => one.id)).toEqual([id]);
    expect((await fetch(`${again.url}/v1/jobs/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await fetch(`${again.url}/v1/jobs/${id}`)).status).toBe(404);
    await again.close();
  });

  it('are cancelled while they wait', async () => {
    await using idle = await startServer({ workers: 0 });
    const { id } = (await (await upload(form({ 'a.txt': 'x' }), {}, idle)).json()) as JobState;
    expect((await idle.ask(`/v1/jobs/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await (await idle.ask(`/v1/jobs/${id}`)).json()).toMatchObject({ state: 'cancelled' });
  });

  it('are the tenant’s alone, and bring documents to it alone', async () => {
    await using both = await startServer();
    const [acme, other, part] = await Promise.all([
      both.key({ name: 'a', tenant: 'acme', access: 'write' }),
      both.key({ name: 'o', tenant: 'other', access: 'write' }),
      both.key({ name: 'p', tenant: 'acme', collections: ['x'] }),
    ]);
    const sent = await upload(
      form({ 'secret.txt': 'The xylograph is in the cellar.' }),
      { secret: acme.secret },
      both,
    );
    const { id } = await ended(sent, both, acme.secret);
    for (const [path, method] of [
      [`/v1/jobs/${id}`, 'GET'],
      [`/v1/jobs/${id}/events`, 'GET'],
      [`/v1/jobs/${id}/retry`, 'POST'],
      [`/v1/jobs/${id}`, 'DELETE'],
    ] as const) {
      const init = {
        method,
        ...(method === 'POST' ? { headers: { 'Content-Type': 'application/json' } } : {}),
      };
      expect([path, (await both.ask(path, { ...init, secret: other.secret })).status]).toEqual([path, 404]);
    }
    const list = async (secret: string) => await (await both.ask('/v1/jobs', { secret })).json();
    expect(await list(other.secret)).toEqual({ jobs: [] });
    expect(await list(acme.secret)).toMatchObject({ jobs: [{ id }] });
    expect((await both.ask('/v1/jobs', { secret: part.secret })).status).toBe(403);
    const search = { json: { query: 'xylograph' } };
    expect(await (await both.ask('/v1/search', { ...search, secret: acme.secret })).text()).toContain(
      'cellar',
    );
    expect(await (await both.ask('/v1/search', { ...search, secret: other.secret })).text()).not.toContain(
      'cellar',
    );
  });
});
