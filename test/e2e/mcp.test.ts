/** The official clients of the Model Context Protocol, of both generations, over both transports. */
import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdditionsHere } from '../../src/apps/mcp/index.ts';
import { openKnowledgeBase, type KnowledgeBase, type ScopedKnowledgeBase } from '../../src/index.ts';
import { runCli } from '../support/cli.ts';
import {
  startMcpServer,
  type McpHttpServer,
  type ToolContent,
  type ToolReply,
} from '../support/mcp-server.ts';

const program = fileURLToPath(new URL('../../dist/cli.mjs', import.meta.url));
const examples = fileURLToPath(new URL('../../examples/documents', import.meta.url));
const question = 'When may the supplier end the agreement?';

let folder: string;
let kb: KnowledgeBase;
let server: McpHttpServer;
/** By the path of the request: who asks. */
const scopes: Record<string, { kb: ScopedKnowledgeBase; additions?: AdditionsHere }> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-mcp-'));
  await cp(examples, join(folder, 'documents'), { recursive: true });
  kb = await openKnowledgeBase({ store: `sqlite:${join(folder, '.pincite')}`, embedding: { adapt: 'off' } });
  await kb.addDocuments([join(folder, 'documents')]);
  const many = Array.from({ length: 60 }, (_, index) => ({
    source: `Note ${index} of the harbour master says that boat ${index} may leave at noon.`,
    sourceType: 'text' as const,
    documentId: `note-${String(index).padStart(3, '0')}`,
    metadata: { boat: index },
  }));
  scopes['/mcp'] = { kb: kb.scoped({ tenant: null, access: 'read' }) };
  scopes['/acme'] = {
    kb: kb.scoped({ tenant: 'acme', access: 'write' }),
    additions: new AdditionsHere(),
  };
  scopes['/empty'] = { kb: kb.scoped({ tenant: 'nobody', access: 'read' }) };
  await scopes['/acme'].kb.addDocuments(many, { collection: 'harbour/notes' });
  server = await startMcpServer(({ url }) => {
    const { additions, ...scope } = scopes[new URL(url).pathname]!;
    return { ...scope, options: additions ? { additions } : {} };
  });
});
afterAll(async () => {
  await server.close();
  await kb.close();
  await rm(folder, { recursive: true });
});

const info = { name: 'test', version: '1' };
const modern = { versionNegotiation: { mode: 'auto' } } as const;
const started = (...options: string[]) => ({
  command: process.execPath,
  args: [program, 'mcp', ...options],
  cwd: folder,
  stderr: 'pipe' as const,
});

type AnyClient = Client1 | Client2;
const connections: Record<string, () => Promise<AnyClient>> = {
  'v1 over stdio': () => connected(new Client1(info), new Stdio1(started())),
  'v2 over stdio': () => connected(new Client2(info, modern), new Stdio2(started())),
  'v1 over HTTP': () => connected(new Client1(info), new Http1(server.url)),
  'v2 over HTTP': () => connected(new Client2(info, modern), new Http2(server.url)),
};

async function connected<Transport>(
  client: { connect(transport: Transport): Promise<void> } & AnyClient,
  transport: Transport,
): Promise<AnyClient> {
  await client.connect(transport);
  return client;
}

const overHttp = async (path = '/mcp') =>
  connected(new Client2(info, modern), new Http2(new URL(path, server.url)));

/** What a tool gives; its text must be the same object. */
async function call(client: AnyClient, name: string, args: Record<string, unknown>): Promise<ToolReply> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  const said = (content as ToolContent[]).find(({ type }) => type === 'text')?.text;
  expect(isError, said).not.toBe(true);
  expect(JSON.parse(said!)).toEqual(structuredContent);
  return structuredContent as unknown as ToolReply;
}

async function refusal(client: AnyClient, name: string, args: Record<string, unknown>): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  expect(isError).toBe(true);
  const [{ text }] = content as [{ text: string }];
  expect(text).not.toMatch(/\n\s+at |\/[\w.-]+\/[\w.-]+\//); // no stack, no folders of the server
  return text;
}

describe.each(Object.keys(connections))('%s', (name) => {
  it('lists, searches, reads, asks and shows', async () => {
    const client = await connections[name]!();
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(['search', 'fetch', 'ask', 'list_documents', 'show_page']);
    for (const { annotations } of tools)
      expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
    expect(client.getInstructions()).toMatch(
      /Collections: default \(10 documents\)[\s\S]*- title \(string\)/,
    );

    const { results } = await call(client, 'search', { query: 'end of the supply agreement', limit: 3 });
    expect(results).toHaveLength(3);
    const passage = await call(client, 'fetch', { id: results[0].id });
    expect(passage).toMatchObject({ id: results[0].id, title: results[0].title });
    expect(passage.text.length).toBeGreaterThan(50);

    const { answered, answer, certainty, citations } = await call(client, 'ask', { question });
    expect(answered).toBe(true);
    expect(certainty).toBeGreaterThan(0.5);
    expect(answer).toContain('[1]');
    const [first] = citations;
    expect(first).toMatchObject({ n: 1, located: 'exact', title: expect.any(String) });
    const around = await call(client, 'fetch', { id: first.id });
    expect(around.text).toContain(first.quote);
    expect(around.metadata.quote).toBe(first.quote);

    const shown = await client.callTool({ name: 'show_page', arguments: { citation: first.id } });
    expect(shown.structuredContent).toMatchObject({ quote: first.quote, page: first.pages[0] });
    const [picture] = shown.content as ToolContent[];
    expect(picture).toMatchObject({ type: 'image', mimeType: 'image/png' });
    expect(Buffer.from(picture!.data!, 'base64').subarray(1, 4).toString()).toBe('PNG');
    expect(picture!.data!.length).toBeLessThan(1_000_000);

    const { total, documents } = await call(client, 'list_documents', {});
    expect([total, documents.length]).toEqual([10, 10]);
    await client.close();
  });
});

describe('tools', () => {
  let client: AnyClient;
  beforeAll(async () => {
    client = await overHttp();
  });
  afterAll(() => client.close());

  it('answer to other names of their arguments', async () => {
    const [byQuery, byQuestion] = await Promise.all([
      call(client, 'ask', { query: question }),
      call(client, 'ask', { question }),
    ]);
    expect(byQuery).toEqual(byQuestion);
  });

  it('search page by page without a hit twice', async () => {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await call(client, 'search', { query: 'supply agreement', limit: 9, cursor });
      ids.push(...page.results.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(ids.length).toBeGreaterThan(40);
    expect(new Set(ids).size).toBe(ids.length);
    const { results } = await call(client, 'search', { query: 'supply agreement', limit: 25 });
    expect(results.map(({ id }) => id)).toEqual(ids.slice(0, 25));
  });

  it('fetch reads a document from its beginning to its end', async () => {
    const { documents } = await call(client, 'list_documents', { filter: { title: { $contains: 'Heron' } } });
    const [{ id }] = documents;
    let text = '';
    let cursor: string | undefined;
    do {
      const part = await call(client, 'fetch', { id, maxTokens: 500, cursor });
      text += part.text;
      cursor = part.nextCursor;
    } while (cursor !== undefined);
    expect(text).toBe((await kb.document(id)).text);
  });

  it('fetch keeps the quote where little text is wanted', async () => {
    const { citations } = await call(client, 'ask', { question });
    const { text } = await call(client, 'fetch', { id: citations[0].id, maxTokens: 200 });
    expect(text).toContain(citations[0].quote);
  });

  it('show_page draws a page of a document, and the quote of a passage', async () => {
    const { documents } = await call(client, 'list_documents', { filter: { format: 'pdf' } });
    const { id } = documents.find(({ pages }) => pages > 1)!;
    expect(await call(client, 'show_page', { id, page: 2 })).toMatchObject({ id, page: 2, pages: [2] });
    const { results } = await call(client, 'search', {
      query: 'agreement',
      filter: { format: 'pdf' },
      limit: 1,
    });
    const shown = await call(client, 'show_page', { id: results[0].id });
    expect(shown).toMatchObject({ page: results[0].pages[0], quote: expect.any(String) });
  });

  it('say what is wrong', async () => {
    const { documents } = await call(client, 'list_documents', {});
    const pdf = documents.find(({ format }) => format === 'pdf')!.id;
    const markdown = documents.find(({ format }) => format === 'markdown')!.id;
    const wrong: [string, Record<string, unknown>, RegExp][] = [
      ['search', {}, /query/],
      ['search', { query: 'x', limit: 26 }, /limit.*25/],
      ['search', { query: 'x', fitler: { a: 1 } }, /no argument fitler: known are query/],
      ['search', { query: 'x', filter: { $bad: 1 } }, /\$bad is not an operator/],
      ['search', { query: 'x', cursor: 'x' }, /no cursor/],
      ['search', { query: 'x', collections: ['nope'] }, /no collection "nope".*default/],
      ['fetch', { id: 'nope' }, /no document "nope".*list_documents/],
      ['fetch', { id: '#' }, /is no id/],
      ['fetch', { id: `${pdf}#9999` }, /no passage/],
      ['fetch', { id: `${pdf}#90000000-90000001` }, /ends at character/],
      ['fetch', { id: pdf, page: 99 }, /no page 99.*pages/],
      ['show_page', {}, /needs a citation, or id and page/],
      ['show_page', { id: markdown }, /no pages to draw/],
      ['show_page', { id: `${markdown}#0-10` }, /no pages to draw.*fetch/],
      ['ask', { question: 'x'.repeat(5000) }, /question/],
    ];
    for (const [name, args, words] of wrong) expect(await refusal(client, name, args)).toMatch(words);
    await expect(client.callTool({ name: 'nope' })).rejects.toThrow(/nope/);
    await expect(client.callTool({ name: 'add_documents', arguments: { sources: ['x'] } })).rejects.toThrow(
      /not found/,
    );
  });

  it('say why a filter matches nothing', async () => {
    const { warnings } = await call(client, 'list_documents', { filter: { titel: 'x' } });
    expect(warnings).toEqual([expect.stringContaining('"title"')]);
  });

  it('name a file that is gone without its folder', async () => {
    const { documents } = await call(client, 'list_documents', { filter: { title: { $contains: 'Drift' } } });
    const [{ id }] = documents;
    await rm(join(folder, 'documents', 'sensor-drift-white-paper.pdf'));
    expect(await refusal(client, 'show_page', { id, page: 1 })).toContain('sensor-drift-white-paper.pdf');
    await cp(
      join(examples, 'sensor-drift-white-paper.pdf'),
      join(folder, 'documents', 'sensor-drift-white-paper.pdf'),
    );
  });

  it('give no address of a file to who is elsewhere', async () => {
    const { results } = await call(client, 'search', { query: 'agreement' });
    expect(JSON.stringify(results)).not.toContain('file:');
  });
});

describe('resources', () => {
  it('are the documents, page by page', async () => {
    const client = await overHttp();
    const { resources } = await client.listResources();
    expect(resources).toHaveLength(10);
    const pdf = resources.find(({ description }) => /pages/.test(description ?? ''))!;
    const whole = await client.readResource({ uri: pdf.uri });
    const page = await client.readResource({ uri: `${pdf.uri}?page=2` });
    const [all, second] = [whole, page].map(({ contents }) => (contents[0] as { text: string }).text);
    expect(all).toContain(second!.slice(0, 100));
    expect(second!.length).toBeLessThan(all!.length);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'pincite://documents/{id}{?page}' }]);
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'pincite://documents/{id}{?page}' },
      argument: { name: 'id', value: 'heron' },
    });
    expect(completion.values).toHaveLength(2);
    for (const uri of ['pincite://documents/nope', 'file:///etc/passwd', 'pincite://documents/%zz'])
      await expect(client.readResource({ uri })).rejects.toThrow(/nope|not found/i);
    await expect(client.readResource({ uri: `${pdf.uri}?page=99` })).rejects.toThrow(/no page 99/);
    await client.close();
  });

  it('of many documents come in parts, as do lists of them', async () => {
    const client = new Client1(info); // the other client puts the parts together itself
    await client.connect(new Http1(new URL('/acme', server.url)));
    const [uris, ids] = [new Set<string>(), new Set<string>()];
    for (let cursor: string | undefined, parts = 0; parts === 0 || cursor !== undefined; parts += 1) {
      const page = await client.listResources({ cursor });
      for (const { uri } of page.resources) uris.add(uri);
      cursor = page.nextCursor;
      expect(parts).toBeLessThan(3);
    }
    for (let cursor: string | undefined, parts = 0; parts === 0 || cursor !== undefined; parts += 1) {
      const page = await call(client, 'list_documents', { cursor, filter: { boat: { $gte: 10 } } });
      for (const { id } of page.documents) ids.add(id);
      cursor = page.nextCursor;
      expect(page.total).toBe(50);
    }
    expect([uris.size, ids.size]).toEqual([60, 50]);
    const [uri] = uris;
    expect(uri).toContain(encodeURIComponent('harbour%2Fnotes/note-000'));
    const { contents } = await client.readResource({ uri: uri! });
    expect(contents[0]).toMatchObject({ text: expect.stringContaining('Note 0 of the harbour master') });
    await client.close();
  });
});

describe('tenants', () => {
  it('see their own documents alone', async () => {
    const [theirs, others] = [await overHttp('/acme'), await overHttp()];
    const { documents } = await call(others, 'list_documents', {});
    const own = await call(theirs, 'list_documents', {});
    expect(theirs.getInstructions()).toMatch(/Collections: harbour\/notes \(60 documents\)/);
    expect(others.getInstructions()).not.toMatch(/harbour|boat/);
    for (const { id } of documents.slice(0, 3)) {
      for (const tried of [id, `${id}#0000`, `${id}#0-10`, `default/${id}`, `@/default/${id}`])
        expect(await refusal(theirs, 'fetch', { id: tried })).toMatch(/There is no|is no id/);
      expect(await refusal(theirs, 'show_page', { id })).toMatch(/There is no/);
      await expect(theirs.readResource({ uri: `pincite://documents/${id}` })).rejects.toThrow(/There is no/);
    }
    expect(await refusal(others, 'fetch', { id: own.documents[0].id })).toMatch(/no collection/);
    expect(await refusal(others, 'search', { query: 'x', collections: ['@acme/harbour/notes'] })).toMatch(
      /no collection/,
    );
    const { results } = await call(theirs, 'search', { query: question });
    expect(JSON.stringify(results)).not.toMatch(/supply|agreement/);
    const [cursor] = [(await call(theirs, 'search', { query: 'boat' })).nextCursor];
    expect((await call(others, 'search', { query: 'boat', cursor })).results).not.toContainEqual(
      expect.objectContaining({ id: expect.stringContaining('note-') }),
    );
    await Promise.all([theirs.close(), others.close()]);
  });

  it('who have nothing are told so', async () => {
    const client = await overHttp('/empty');
    expect(client.getInstructions()).toMatch(/Nothing has been added yet/);
    expect(await refusal(client, 'search', { query: 'x' })).toMatch(/Nothing has been added yet/);
    expect(await call(client, 'list_documents', {})).toMatchObject({ total: 0, documents: [] });
    await client.close();
  });

  it('add, and ask how far a job is', async () => {
    const client = await overHttp('/acme');
    const { tools } = await client.listTools();
    expect(tools.at(-1)).toMatchObject({ name: 'add_documents', annotations: { readOnlyHint: false } });
    expect(await refusal(client, 'add_documents', {})).toMatch(/either sources or a job/);
    expect(await refusal(client, 'add_documents', { job: 'x' })).toMatch(/no job "x"/);
    const report = await call(client, 'add_documents', { sources: ['http://127.0.0.1:1/'] });
    expect(report).toMatchObject({
      status: 'done',
      inserted: 0,
      errors: [{ source: 'http://127.0.0.1:1/' }],
    });
    expect(await call(client, 'add_documents', { job: report.job })).toEqual(report);
    await client.close();
  });
});

const line = (message: object) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
const initialize = line({
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: info },
});
const toolCall = (id: number, name: string, args: object) =>
  line({ id, method: 'tools/call', params: { name, arguments: args } });
interface Answer {
  readonly id: number;
  readonly result: { readonly structuredContent: ToolReply };
}

/** The answers by the ids of their requests; every line of the output must be a message. */
const answersIn = (stdout: string) =>
  new Map(
    stdout
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as Answer)
      .map(({ id, result }) => [id, result]),
  );

describe('pincite mcp', () => {
  it('answers what was asked before its input ends, writes nothing else, and ends', async () => {
    const input = initialize + toolCall(1, 'ask', { question }) + toolCall(2, 'show_page', { id: 'nope' });
    const { code, stdout, stderr } = await runCli(['mcp'], { cwd: folder, input });
    const answers = answersIn(stdout);
    expect([code, stderr, answers.size]).toEqual([0, '', 3]);
    expect(answers.get(1)!.structuredContent.answered).toBe(true);
    expect(answers.get(1)!.structuredContent.citations[0].url).toMatch(/^file:/); // who asks sits at this machine
  });

  it('ends on SIGTERM', async () => {
    const child = spawn(process.execPath, [program, 'mcp'], { cwd: folder });
    child.stdin.write(initialize);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGTERM');
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
  });

  it('stays where there is no store, says so, and finds one that is made later', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'pincite-mcp-empty-'));
    const transport = new Stdio1({ ...started(), cwd: empty });
    let stderr = '';
    transport.stderr!.on('data', (text: Buffer) => (stderr += text.toString()));
    const client = new Client1(info);
    await client.connect(transport);
    expect(await refusal(client, 'search', { query: 'x' })).toMatch(
      /Nothing has been added there yet: add documents/,
    );
    expect(await refusal(client, 'ask', { question })).toMatch(/add documents/);
    expect(stderr.match(/There is no store/g)).toHaveLength(1);
    const notes = join(folder, 'documents', 'board-minutes-2026-01.md');
    expect(await runCli(['add', notes], { cwd: empty })).toMatchObject({ code: 0 });
    expect(await call(client, 'list_documents', {})).toMatchObject({ total: 1 });
    await client.close();
    await rm(empty, { recursive: true });
  });

  it('adds documents where it is allowed to, for a tenant', async () => {
    const input =
      initialize + toolCall(1, 'add_documents', { path: join(folder, 'documents', 'heron-4-manual.md') });
    const added = await runCli(['mcp', '--allow-writes', '--tenant', 'rival'], { cwd: folder, input });
    expect(answersIn(added.stdout).get(1)!.structuredContent).toMatchObject({ status: 'done', inserted: 1 });
    const asked = initialize + toolCall(1, 'list_documents', {});
    const listed = await runCli(['mcp', '--tenant', 'rival'], { cwd: folder, input: asked });
    expect(answersIn(listed.stdout).get(1)!.structuredContent).toMatchObject({ total: 1 });
    const other = await runCli(['mcp', '--collection', 'nope'], { cwd: folder, input: asked });
    expect(answersIn(other.stdout).get(1)!.structuredContent).toMatchObject({ total: 0 });
  });

  it('prints what to paste, which starts this program from any folder', async () => {
    const { stdout } = await runCli(['mcp', '--print-config', 'cursor'], { cwd: folder });
    const { pincite } = JSON.parse(stdout).mcpServers;
    expect(pincite.command).toBe(process.execPath);
    const [file, ...args] = pincite.args;
    expect(args.join(' ')).toMatch(/^mcp --store sqlite:\/.*\.pincite$/);
    const input = initialize + toolCall(1, 'list_documents', {});
    const pasted = await runCli(args, { program: file, cwd: tmpdir(), input });
    expect(answersIn(pasted.stdout).get(1)!.structuredContent).toMatchObject({ total: 10 });
    expect(await runCli(['mcp', '--print-config', 'emacs'], { cwd: folder })).toMatchObject({ code: 2 });
  });
});
