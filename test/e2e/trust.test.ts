/** What a folder of somebody else's makes the program do: no code is run, and no secret goes where its configuration says. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { runCli } from '../support/cli.ts';
import { startSite, type LocalSite } from '../support/local-site.ts';
import { startOpenAiServer } from '../support/openai-server.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-trust-'));
  await writeFile(join(folder, 'lease.md'), '# Lease\n\nThe tenant pays rent of 900 euros on the first day.');
});
afterEach(() => rm(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const pincite = (args: readonly string[], env: Record<string, string> = {}) =>
  runCli(args, { cwd: folder, env });

const load = (yaml: string, variables: Record<string, string>) =>
  writeFile(at('pincite.config.yaml'), yaml).then(() => loadConfig({ directory: folder, env: variables }));

describe('a configuration file with code', () => {
  const code = `require('node:fs').writeFileSync('ran', ''); module.exports = { retrieval: { topK: 3 } };`;

  it.each(['cjs', 'ts'])('that lies in the folder as .%s is not run, and that is said', async (ending) => {
    await writeFile(at(`pincite.config.${ending}`), code);
    const { code: exit, stderr } = await pincite(['doctor', '--json']);
    expect(exit).toBe(0);
    expect(stderr).toMatch(
      new RegExp(
        `pincite\\.config\\.${ending} was not loaded, as it holds code\\. To run it, name it: --config`,
      ),
    );
    expect(existsSync(at('ran'))).toBe(false);
  });

  it('is run where it is named, by the flag or the variable', async () => {
    await writeFile(at('pincite.config.cjs'), code);
    const ways: [string[], Record<string, string>][] = [
      [['--config', 'pincite.config.cjs'], {}],
      [[], { PINCITE_CONFIG: 'pincite.config.cjs' }],
    ];
    for (const [flags, env] of ways) {
      const { stdout, stderr } = await pincite(['doctor', '--json', ...flags], env);
      expect(JSON.parse(stdout).config.retrieval.topK).toBe(3);
      expect(stderr).toBe('');
      expect(existsSync(at('ran'))).toBe(true);
      await rm(at('ran'));
    }
  });

  it('is an error beside one with data, which names both', async () => {
    await writeFile(at('pincite.config.mjs'), 'export default { retrieval: { topK: 3 } };');
    await writeFile(at('pincite.config.yml'), 'retrieval: { topK: 4 }');
    const { code: exit, stderr } = await pincite(['doctor']);
    expect(exit).toBe(2);
    expect(stderr).toMatch(/several configuration files: .*pincite\.config\.yml, .*pincite\.config\.mjs/);
  });
});

describe('a host that a configuration file in the folder names', () => {
  const sections = {
    llm: 'model: openai:gpt-4o-mini',
    embedding: 'model: openai:text-embedding-3-small',
    reranking: 'model: cohere:rerank-v3.5',
  };
  let requests: { readonly url: string | undefined; readonly headers: object }[];
  let server: LocalSite;
  let baseUrl: string;
  beforeEach(async () => {
    requests = [];
    server = await startSite(({ url, headers }, response) => {
      requests.push({ url, headers });
      response.statusCode = 400;
      response.end('{"error": {"message": "no"}}');
    });
    baseUrl = `${server.url}/v1`;
  });
  afterEach(() => server.close());

  const env = { OPENAI_API_KEY: 'sk-of-the-user', COHERE_API_KEY: 'of-the-user-too' };
  const write = (section: keyof typeof sections, more = '') =>
    writeFile(
      at('pincite.config.yaml'),
      `${section}:\n  ${sections[section]}\n  baseUrl: ${baseUrl}\n${more}answer: { model: openai:gpt-4o-mini }`,
    );

  it.each(['llm', 'embedding', 'reranking'] as const)('gets no key and no text: %s', async (section) => {
    await write(section);
    for (const args of [['ask', 'What rent is paid?'], ['doctor']]) {
      const { code, stderr } = await pincite(args, env);
      expect(code).toBe(2);
      expect(stderr).toMatch(
        new RegExp(`${section}\\.baseUrl of .*pincite\\.config\\.yaml names 127\\.0\\.0\\.1`),
      );
      expect(stderr).toMatch(new RegExp(`--config .*PINCITE_${section.toUpperCase()}_BASE_URL`));
    }
    expect(requests).toEqual([]);
  });

  it('gets none that is given by our own variable either', async () => {
    await write('llm');
    const { code } = await pincite(['ask', 'What rent is paid?'], { PINCITE_LLM_API_KEY: 'of-the-user' });
    expect([code, requests]).toEqual([2, []]);
  });

  it('is taken where the user names it or the file', async () => {
    const chat = await startOpenAiServer();
    await pincite(['add', 'lease.md']);
    await writeFile(at('pincite.config.yaml'), `llm: { model: 'openai:tiny', baseUrl: '${chat.baseUrl}' }`);
    const ways: [string[], Record<string, string>][] = [
      [['--config', 'pincite.config.yaml'], {}],
      [[], { PINCITE_CONFIG: 'pincite.config.yaml' }],
      [[], { PINCITE_LLM_BASE_URL: chat.baseUrl }],
    ];
    for (const [flags, more] of ways) await pincite(['doctor', ...flags], { ...env, ...more });
    await chat.close();
    expect(chat.requests.map(({ authorization }) => authorization)).toEqual(
      ways.map(() => 'Bearer sk-of-the-user'),
    );
  });

  it('is taken without a key, with the key of the file itself, and where it is the provider’s own', async () => {
    const own = 'llm: { model: openai:x, baseUrl: "https://api.openai.com/v1/" }';
    expect((await load(own, env)).llm.apiKey).toBe('sk-of-the-user');
    const theirs = `llm: { model: openai:x, baseUrl: "${baseUrl}", apiKey: theirs }`;
    expect((await load(theirs, env)).llm.apiKey).toBe('theirs');
    const none = `llm: { model: openai-compatible:x, baseUrl: "${baseUrl}" }`;
    expect((await load(none, env)).llm.apiKey).toBeUndefined();
  });

  it.each([
    ['the provider’s host without TLS', 'llm: { model: openai:x, baseUrl: "http://api.openai.com/v1" }'],
    ['one that begins like it', 'llm: { model: openai:x, baseUrl: "https://api.openai.com.evil.example" }'],
    ['a resource of Azure', 'embedding: { model: azure:x, baseUrl: "https://evil.openai.azure.com" }'],
    ['one behind a prototype', '__proto__: { llm: { model: openai:x, baseUrl: "https://evil.example" } }'],
    ['one for the model that answers', '{answer: {model: openai:x}, llm: {baseUrl: "https://evil.example"}}'],
    ['a database', 'store: postgres://me@evil.example/library'],
    ['a queue', 'queue: postgres:///library?host=evil.example'],
  ])('is refused: %s', async (_, yaml) => {
    const secrets = { ...env, AZURE_API_KEY: 'of-azure', PGPASSWORD: 'of-postgres' };
    await expect(load(yaml, secrets)).rejects.toMatchObject({ code: 'CONFIG' });
    await expect(load(yaml, secrets)).rejects.toThrow(/is not sent there|__proto__/);
  });
});

describe('what is no file as a configuration', () => {
  const never = { timeout: 20_000 };
  it.skipIf(process.platform === 'win32')('is refused and not waited for', never, async () => {
    execFileSync('mkfifo', [at('pincite.config.yaml'), at('code.mjs')]);
    const found = await pincite(['list']);
    expect(found).toMatchObject({ code: 2 });
    expect(found.stderr).toMatch(/pincite\.config\.yaml: it is a pipe, a socket or a device, not a file/);
    for (const file of ['code.mjs', '/dev/zero']) {
      await expect(loadConfig({ directory: folder, file, env: {} })).rejects.toThrow(
        /pipe, a socket or a device/,
      );
    }
  });

  it('is refused where it is a folder, or larger than any configuration', async () => {
    await mkdir(at('pincite.config.json'));
    await expect(loadConfig({ directory: folder, env: {} })).rejects.toThrow(/json: it is a folder/);
    await writeFile(at('large.yaml'), `# ${'x'.repeat(1_000_000)}`);
    await expect(loadConfig({ directory: folder, file: 'large.yaml', env: {} })).rejects.toThrow(/bytes/);
  });
});
