import type { ChildProcess } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseYamlQueries } from '../../src/evaluate/index.ts';
import { runCli, type CliOptions } from '../support/cli.ts';
import { draftHonestly, draftReply } from '../support/drafting-model.ts';
import { startOpenAiServer, type OpenAiServer } from '../support/openai-server.ts';

const key = 'sk-0123456789-abcdef';
let folder: string;
let server: OpenAiServer;
const environment = () => ({
  PINCITE_LLM_MODEL: 'openai-compatible:tiny',
  PINCITE_LLM_BASE_URL: server.baseUrl,
  PINCITE_LLM_API_KEY: key,
  PINCITE_CALLS_MAX_RETRIES: '0',
});
const pincite = (args: readonly string[], more: Partial<CliOptions> = {}) =>
  runCli(args, { cwd: folder, env: environment(), ...more });
const synthesize = (...args: string[]) => pincite(['eval', '--synthesize', 'drafts.yaml', ...args]);
const read = (name: string) => readFile(join(folder, name), 'utf8');

const papers = {
  'seal.md': '# Seals\n\nThe impeller seal of the pump is replaced every 4,000 hours of operation.\n',
  'lease.md': '# Lease\n\nThe tenant may terminate the lease with six months of written notice.\n',
  'drift.md': '# Drift\n\nThe humidity sensor drifts by two percent a year and is calibrated.\n',
};

/** The papers, and a store of them: each test begins with a copy. */
let filled: string;
beforeAll(async () => {
  filled = await mkdtemp(join(tmpdir(), 'pincite-synthesize-'));
  for (const [name, text] of Object.entries(papers)) await writeFile(join(filled, name), text);
  expect(await runCli(['add', ...Object.keys(papers)], { cwd: filled })).toMatchObject({ code: 0 });
});
afterAll(() => rm(filled, { recursive: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-synthesize-'));
  server = await startOpenAiServer();
  await cp(filled, folder, { recursive: true });
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

describe('pincite eval --synthesize', () => {
  it('writes a query set that says that it is drafts, and that can be evaluated', async () => {
    server.reply(draftHonestly);
    const { code, stdout, stderr } = await synthesize('--count', '3');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Wrote drafts\.yaml with 3 drafts of queries by openai-compatible:tiny\.\n/);
    const text = await read('drafts.yaml');
    expect(text).toMatch(/^# DRAFTS, to be checked by a person/);
    expect(text).toContain('# draft, from: "The impeller seal of the pump is replaced every 4,000 hours');
    const { queries } = await parseYamlQueries(text, 'drafts.yaml');
    expect(queries.map(({ answer }) => answer).toSorted()).toEqual([
      'The humidity sensor drifts by two percent a year and is calibrated.',
      'The impeller seal of the pump is replaced every 4,000 hours of operation.',
      'The tenant may terminate the lease with six months of written notice.',
    ]);
    const evaluated = await pincite(['eval', 'drafts.yaml', '--mode', 'keyword', '--json']);
    expect(evaluated).toMatchObject({ code: 0, stderr: '' });
    const [{ metrics }] = (JSON.parse(evaluated.stdout) as { configurations: [{ metrics: object }] })
      .configurations;
    expect(metrics).toMatchObject({ 'ndcg@10': 1 });
  });

  it("prints the library's response as JSON, and warns of what was dropped", async () => {
    server.reply(draftHonestly, draftReply('Who?', 'Words that stand nowhere.'));
    const { code, stdout } = await synthesize('--count', '2', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      model: 'openai-compatible:tiny',
      drafts: [{ chunkId: expect.stringContaining('#') as string }],
      dropped: { quoteNotFound: 2 },
      warnings: ['Only 1 of 2 drafts could be kept'],
    });
    expect((await parseYamlQueries(await read('drafts.yaml'), 'd')).queries).toHaveLength(1);
  });

  it('does not ask the model when the file exists, unless it may be replaced', async () => {
    await writeFile(join(folder, 'drafts.yaml'), 'mine');
    const refused = await synthesize();
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(/drafts\.yaml exists already\n.*--force/);
    expect(server.requests).toHaveLength(0);
    server.reply(draftHonestly);
    expect(await synthesize('--count', '1', '--force')).toMatchObject({ code: 0 });
    expect(await read('drafts.yaml')).toMatch(/^# DRAFTS/);
  });

  it('says what to do when the key is refused, and does not show it', async () => {
    server.reply({ status: 401, message: `Incorrect key ${key}` });
    const { code, stdout, stderr } = await synthesize();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/refused the API key \(HTTP 401\)\n.*PINCITE_LLM_API_KEY/);
    expect(stderr).not.toContain(key);
    expect(server.requests[0]!.authorization).toBe(`Bearer ${key}`);
    expect(await readdir(folder)).not.toContain('drafts.yaml');
  });

  it('says so when no draft could be kept, and when no model is configured', async () => {
    server.reply({ text: '{"query": "", "answer": "", "quote": ""}' });
    const none = await synthesize();
    expect(none.code).toBe(1);
    expect(none.stderr).toMatch(/gave no draft that could be kept \(.*3 empty/);
    const bare = await pincite(['eval', '--synthesize', 'drafts.yaml'], { env: {} });
    expect(bare.code).toBe(2);
    expect(bare.stderr).toMatch(/No language model is configured\n.*PINCITE_LLM_MODEL/);
    expect(await readdir(folder)).not.toContain('drafts.yaml');
  });

  it('keeps what was drafted when it is stopped', async () => {
    let child: ChildProcess | undefined;
    server.reply(draftHonestly, () => {
      child!.kill('SIGINT');
      return { fault: 'hang' };
    });
    const stopped = await pincite(['eval', '--synthesize', 'drafts.yaml'], {
      onStart: (started) => (child = started),
    });
    expect(stopped).toMatchObject({ code: 130, stdout: '' });
    expect(stopped.stderr).toMatch(/Wrote drafts\.yaml with 1 draft\.\nStopped\./);
    expect((await parseYamlQueries(await read('drafts.yaml'), 'd')).queries).toHaveLength(1);
  });
});

describe('pincite doctor', () => {
  it('masks the key and says whether the model answers', async () => {
    const { code, stdout } = await pincite(['doctor']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/llm\.apiKey = "••••cdef"/);
    expect(stdout).toMatch(/✓ llm: openai-compatible:tiny/);
    server.reply({ status: 404 });
    const broken = await pincite(['doctor', '--json']);
    expect(broken.code).toBe(1);
    expect(JSON.parse(broken.stdout)).toMatchObject({
      config: { llm: { model: 'openai-compatible:tiny', apiKey: '••••cdef' } },
    });
    const { checks } = JSON.parse(broken.stdout) as { checks: { part: string; ok: boolean }[] };
    expect(checks.filter(({ ok }) => !ok).map(({ part }) => part)).toEqual(['llm']);
    expect(stdout + broken.stdout + broken.stderr).not.toContain(key);
  });
});

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the built program', () => {
  it('names the command that installs a missing peer, and works without one as long as no model is used', async () => {
    const installed = join(folder, 'installed');
    await mkdir(join(installed, 'node_modules'), { recursive: true });
    for (const name of await readdir(join(root, 'node_modules'))) {
      if (name === 'ai' || name === '@ai-sdk' || name.startsWith('.')) continue;
      await symlink(join(root, 'node_modules', name), join(installed, 'node_modules', name));
    }
    await cp(join(root, 'dist'), join(installed, 'dist'), { recursive: true });
    for (const name of ['assets', 'package.json']) await symlink(join(root, name), join(installed, name));
    const program = join(installed, 'dist', 'cli.mjs');
    const listed = await pincite(['list', '--json'], { program });
    expect(JSON.parse(listed.stdout)).toHaveLength(3);
    const { code, stderr } = await pincite(['eval', '--synthesize', 'drafts.yaml'], { program });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /need the package "ai", which is not installed\n.*npm install ai@6 @ai-sdk\/openai-compatible@2/,
    );
  });

  it('imports no package and nothing of the library before a command runs', async () => {
    const packages = new Set<string>();
    const files = new Set<string>();
    const visit = async (file: string): Promise<void> => {
      if (files.has(file)) return;
      files.add(file);
      for (const [, name] of (await readFile(file, 'utf8')).matchAll(
        /^(?:import|export)\b[^'"]*?["']([^'"]+)["'];$/gm,
      )) {
        if (name!.startsWith('.')) await visit(join(dirname(file), name!));
        else if (!name!.startsWith('node:')) packages.add(name!);
      }
    };
    const start = await readFile(join(root, 'dist', 'cli.mjs'), 'utf8');
    await visit(join(root, 'dist', /import\("\.\/([^"]+)"\)/.exec(start)![1]!));
    expect(files.size).toBeGreaterThan(5);
    expect([...packages].filter((name) => !isBuiltin(name))).toEqual([]);
    const names = [...files].map((file) => file.slice(join(root, 'dist').length + 1));
    expect(names.filter((name) => /^(src|evaluate|run-eval|knowledge-base|schemas)-/.test(name))).toEqual([]);
  });
});
