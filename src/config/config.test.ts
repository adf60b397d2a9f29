import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configSchema, leafPaths, loadConfig, parseConfig } from './config.ts';
import { maskSecrets } from './mask-config.ts';
import { ConfigError } from '../errors.ts';

describe('parseConfig', () => {
  it('has a default for everything', () => {
    expect(parseConfig({})).toMatchObject({
      store: 'sqlite:./.pincite',
      chunking: { method: 'structure', chunkSize: 512, overlap: 50, tokenizer: 'cl100k_base' },
      retrieval: { topK: 20, vectorWeight: 'auto' },
      answer: { tokenBudget: 3000 },
    });
  });

  it('refuses limits of an embedder that let nothing through', () => {
    const own = { modelId: 'mine', dimensions: 2, maxTokens: 10, embed: async () => [] };
    const withLimits = (limits: object) => () =>
      parseConfig({ embedding: { model: { ...own, limits } } as never });
    expect(withLimits({ batchSize: 8, concurrency: 0 })).toThrow(/limits that let nothing through/);
    expect(withLimits({ batchSize: 0, concurrency: 1 })).toThrow(/limits that let nothing through/);
    expect(withLimits({})).toThrow(/limits that let nothing through/);
    expect(withLimits({ batchSize: 8, concurrency: 2 })).not.toThrow();
  });

  it('says what an embedder lacks', () => {
    const model = { modelId: 'mine', dimensions: 2, embed: async () => [] };
    expect(() => parseConfig({ embedding: { model } as never })).toThrow(/an embedder without maxTokens/);
  });

  it('takes chunk size and overlap from the preset, and lets either be overridden', () => {
    expect(parseConfig({ chunking: { preset: 'legal' } }).chunking).toMatchObject({
      chunkSize: 256,
      overlap: 100,
    });
    expect(parseConfig({ chunking: { preset: 'legal', overlap: 20 } }).chunking).toMatchObject({
      chunkSize: 256,
      overlap: 20,
    });
  });

  it('names the methods and presets that there are when it is given another', () => {
    expect(() => parseConfig({ chunking: { method: 'paragraphs', preset: 'poems' } })).toThrow(
      /chunking\.method: must be one of structure, token, recursive, .*; chunking\.preset: must be one of default, questionAnswering, /,
    );
    for (const method of [{ name: 'mine' }, { name: '', chunk: async () => [] }, async () => [], 7]) {
      expect(() => parseConfig({ chunking: { method } as never })).toThrow(
        /chunking\.method: must be one of/,
      );
    }
  });

  it('takes a chunker of one’s own as it is, and names it where it is printed', () => {
    const mine = { name: 'mine', chunk: async () => [] };
    const config = parseConfig({ chunking: { method: mine } });
    expect(config.chunking.method).toBe(mine);
    expect(JSON.parse(JSON.stringify(maskSecrets(config))).chunking.method).toEqual({ name: 'mine' });
  });

  it('takes a vocabulary, a path, or the word model as the tokenizer of sizes', () => {
    const names = ['o200k_base', 'model', './my-model', 'C:\\models\\small', 'tokenizer.json'];
    for (const tokenizer of names) {
      expect(parseConfig({ chunking: { tokenizer } }).chunking.tokenizer).toBe(tokenizer);
    }
    expect(() => parseConfig({ chunking: { tokenizer: 'cl100k' } })).toThrow(
      /chunking\.tokenizer: must be cl100k_base, .*tokenizer\.json/,
    );
  });

  it('lists every problem with its path at once', () => {
    const input = {
      retrieval: { topK: 0, colour: 'red' },
      chunking: { chunkSize: 64, overlap: 64 },
      stroe: 'x',
    };
    const problems = problemsOf(() => parseConfig(input));
    expect(problems.join('\n')).toMatch(/retrieval\.topK/);
    expect(problems.join('\n')).toMatch(/colour/);
    expect(problems.join('\n')).toMatch(/stroe/);
    expect(problems.join('\n')).toMatch(/chunking\.overlap: overlap must be less than chunkSize/);
  });

  it('refuses a store of unknown scheme', () => {
    expect(() => parseConfig({ store: 'mysql://localhost' })).toThrow(/store: must look like sqlite:/);
  });

  it('has a queue only where one is given, and shows no password of it', () => {
    expect(parseConfig({})).not.toHaveProperty('queue');
    expect(() => parseConfig({ queue: 'redis://localhost' })).toThrow(/queue: must look like sqlite:/);
    expect(parseConfig({ queue: 'sqlite:./.pincite' }).queue).toBe('sqlite:./.pincite');
    const { queue } = maskSecrets(parseConfig({ queue: 'postgres://me:secret@db/library' }));
    expect(queue).toBe('postgres://me:••••@db/library');
  });
});

const languageModel = {
  specificationVersion: 'v3',
  provider: 'p',
  modelId: 'm',
  doGenerate: async () => ({}),
} as const;

describe('the language model', () => {
  it('is none by default, and may be a name or an object of the AI SDK 6', () => {
    expect(parseConfig({}).llm).toEqual({ prices: {} });
    expect(parseConfig({ llm: { model: 'ollama:llama3:8b' } }).llm.model).toBe('ollama:llama3:8b');
    expect(parseConfig({ llm: { model: languageModel } }).llm.model).toBe(languageModel);
  });

  it.each([
    ['a name without a provider', { model: 'llama3' }, /llm\.model: must look like provider:model.*ollama/],
    ['an unknown provider', { model: 'nobody:llama3' }, /llm\.model/],
    ['a provider without a model', { model: 'openai:' }, /llm\.model/],
    ['an inherited property as provider', { model: 'constructor:x' }, /llm\.model/],
    [
      'an object of another version',
      { model: { ...languageModel, specificationVersion: 'v2' } },
      /llm\.model/,
    ],
    ['a server that only the user knows', { model: 'openai-compatible:x' }, /llm\.baseUrl: is needed/],
    ['an address that is none', { model: 'ollama:x', baseUrl: 'localhost' }, /llm\.baseUrl: must look like/],
    [
      'a password in the address',
      { model: 'ollama:x', baseUrl: 'http://me:pw@host/v1' },
      /llm\.baseUrl.*password/,
    ],
    ['a key with a line end', { model: 'openai:x', apiKey: 'sk-1\n' }, /llm\.apiKey/],
  ])('is refused for %s', (_what, llm, problem) => {
    expect(problemsOf(() => parseConfig({ llm })).join('\n')).toMatch(problem);
  });

  it('is shown with its key masked and an object by its name', () => {
    const long = parseConfig({ llm: { model: 'openai:x', apiKey: 'sk-0123456789abcdef' } });
    expect(maskSecrets(long).llm.apiKey).toBe('••••cdef');
    const short = parseConfig({ llm: { model: languageModel, apiKey: 'sk-01234' } });
    expect(maskSecrets(short).llm).toMatchObject({ apiKey: '••••', model: 'p:m' });
    expect(maskSecrets(parseConfig({}))).toEqual(parseConfig({}));
  });

  it("has its key from the provider's usual variable, unless one is given", async () => {
    const env = { OPENAI_API_KEY: 'usual', PINCITE_LLM_MODEL: 'openai:x' };
    const keyOf = async (given: object) =>
      (await loadConfig({ directory: tmpdir(), env: { ...env, ...given } })).llm.apiKey;
    expect(await keyOf({})).toBe('usual');
    expect(await keyOf({ PINCITE_LLM_API_KEY: 'given' })).toBe('given');
    expect(await keyOf({ OPENAI_API_KEY: '' })).toBeUndefined();
  });

  it('never sends the key of one provider to another', async () => {
    const env = { OPENAI_API_KEY: 'usual', PINCITE_LLM_BASE_URL: 'http://localhost:8000/v1' };
    for (const PINCITE_LLM_MODEL of ['openai-compatible:x', 'ollama:x']) {
      const { llm } = await loadConfig({ directory: tmpdir(), env: { ...env, PINCITE_LLM_MODEL } });
      expect(llm.apiKey).toBeUndefined();
    }
  });
});

describe('the model that answers', () => {
  it('is none by default, and may be named or given', () => {
    expect(parseConfig({}).answer.model).toBe('extractive');
    expect(parseConfig({ answer: { model: 'anthropic:x' } }).answer.model).toBe('anthropic:x');
    expect(maskSecrets(parseConfig({ answer: { model: languageModel } })).answer.model).toBe('p:m');
    expect(problemsOf(() => parseConfig({ answer: { model: 'nobody:x' } })).join()).toMatch(
      /answer\.model: must be extractive, provider:model/,
    );
  });

  it('has its key from its usual variable where there is no other language model', async () => {
    const env = { GEMINI_API_KEY: 'usual', PINCITE_ANSWER_MODEL: 'google:x' };
    expect((await loadConfig({ directory: tmpdir(), env })).llm.apiKey).toBe('usual');
    const other = { ...env, PINCITE_LLM_MODEL: 'ollama:x' };
    expect((await loadConfig({ directory: tmpdir(), env: other })).llm.apiKey).toBeUndefined();
  });
});

describe('the embedding model', () => {
  const object = {
    specificationVersion: 'v3',
    provider: 'openai.embedding',
    modelId: 'm',
    doEmbed: async () => ({}),
  } as const;
  const own = { modelId: 'mine', dimensions: 2, maxTokens: 10, embed: async () => [] };

  it('is the built-in one by default, and may be named or given in many ways', () => {
    expect(parseConfig({}).embedding).toEqual({
      model: 'built-in',
      adapt: 'auto',
    });
    const names = [
      'openai:x',
      'all-MiniLM-L6-v2',
      'owner/name',
      './models/x',
      'C:\\models\\x',
      '/models/a:b',
    ];
    for (const model of [...names, object, own]) {
      expect(parseConfig({ embedding: { model } }).embedding.model).toBe(model);
    }
  });

  it.each([
    ['an unknown provider', { model: 'opnai:x' }, /embedding\.model: must be built-in, .*voyage/],
    ['a provider without a model', { model: 'openai:' }, /embedding\.model/],
    ['no name', { model: ' ' }, /embedding\.model/],
    [
      'an object of another version',
      { model: { ...object, specificationVersion: 'v2' } },
      /embedding\.model/,
    ],
    ['an object that embeds nothing', { model: { ...own, embed: undefined } }, /embedding\.model/],
    ['Azure without an address', { model: 'azure:x' }, /embedding\.baseUrl: is needed .*azure/],
    ['a server that only the user knows', { model: 'openai-compatible:x' }, /embedding\.baseUrl: is needed/],
    ['a key with a line end', { model: 'openai:x', apiKey: 'k\n' }, /embedding\.apiKey/],
    ['no dimensions', { dimensions: 0 }, /embedding\.dimensions/],
  ])('is refused for %s', (_what, embedding, problem) => {
    expect(problemsOf(() => parseConfig({ embedding })).join('\n')).toMatch(problem);
  });

  it('is shown with its key masked and an object by its name', () => {
    const { embedding } = maskSecrets(
      parseConfig({ embedding: { model: object, apiKey: 'sk-0123456789abcdef' } }),
    );
    expect(embedding).toMatchObject({ model: 'openai:m', apiKey: '••••cdef' });
    expect(maskSecrets(parseConfig({ embedding: { model: own } })).embedding.model).toBe('mine');
  });

  it("has its key from the first of its provider's usual variables, and from no other's", async () => {
    const env = { OPENAI_API_KEY: 'of-openai', AZURE_API_KEY: 'of-azure', GEMINI_API_KEY: 'of-google' };
    const keyOf = async (PINCITE_EMBEDDING_MODEL: string, given: object = {}) => {
      const all = {
        ...env,
        PINCITE_EMBEDDING_MODEL,
        PINCITE_EMBEDDING_BASE_URL: 'http://localhost',
        ...given,
      };
      return (await loadConfig({ directory: tmpdir(), env: all })).embedding.apiKey;
    };
    expect(await keyOf('openai:x')).toBe('of-openai');
    expect(await keyOf('azure:x')).toBe('of-azure');
    expect(await keyOf('azure:x', { AZURE_OPENAI_API_KEY: 'first' })).toBe('first');
    expect(await keyOf('google:x')).toBe('of-google');
    expect(await keyOf('openai:x', { PINCITE_EMBEDDING_API_KEY: 'given' })).toBe('given');
    for (const model of [
      'cohere:x',
      'voyage:x',
      'mistral:x',
      'ollama:x',
      'openai-compatible:x',
      'built-in',
    ]) {
      expect(await keyOf(model)).toBeUndefined();
    }
  });

  it('has its hub from HF_ENDPOINT where it is a local one', async () => {
    const env = { HF_ENDPOINT: 'http://localhost:1' };
    const { localModels } = await loadConfig({ directory: tmpdir(), env });
    expect(localModels.hubUrl).toBe('http://localhost:1');
    const overrides = { localModels: { hubUrl: 'http://localhost:2' } };
    expect((await loadConfig({ directory: tmpdir(), env, overrides })).localModels.hubUrl).toBe(
      'http://localhost:2',
    );
  });
});

describe('the stages of retrieval', () => {
  it.each([
    [{ reranking: { model: 'coher:x' } }, /reranking\.model: must be none, llm/],
    [{ reranking: { model: 'tei:x' } }, /reranking\.baseUrl: is needed with tei/],
    [{ retrieval: { scoring: { recency: 'strong' } } }, /recency: must be off, light, medium, heavy/],
    [{ retrieval: { filter: { year: { $above: 1 } } } }, /filter: is no filter: .*year.*\$above/],
    [{ calls: { concurrency: 0 } }, /calls\.concurrency: must be at least 1/],
    [{ retrieval: { scoring: { recency: 11 } } }, /recency: must be at most 10/],
    [
      { retrieval: { routing: [{ keywords: [' '], collections: ['a'] }] } },
      /routing\.0\.keywords\.0: must not be empty/,
    ],
    [
      { retrieval: { routing: [{ description: 'A', collections: ['a'] }] } },
      /routing: describes one collection, and needs a second one/,
    ],
  ])('refuses %j', (config, message) => {
    expect(() => parseConfig(config)).toThrow(message);
  });

  it('are set by variables too, lists and records as JSON', async () => {
    const env = {
      PINCITE_RERANKING_MODEL: 'cohere:rerank-v3.5',
      COHERE_API_KEY: 'usual-and-long-enough',
      PINCITE_RETRIEVAL_ROUTING: '[{"collections":["a","b"]}]',
      PINCITE_RETRIEVAL_SCORING_TYPE_WEIGHTS: '{"chat":0.5}',
    };
    const config = await loadConfig({ directory: tmpdir(), env });
    expect(config.reranking).toMatchObject({ model: 'cohere:rerank-v3.5', apiKey: env.COHERE_API_KEY });
    expect(config.retrieval.routing).toEqual([{ collections: ['a', 'b'] }]);
    expect(config.retrieval.scoring.typeWeights).toEqual({ chat: 0.5 });
    expect(maskSecrets(config).reranking.apiKey).toBe('••••ough');
    const other = { ...env, PINCITE_RERANKING_MODEL: 'jina:x' };
    expect((await loadConfig({ directory: tmpdir(), env: other })).reranking.apiKey).toBeUndefined();
  });
});

describe('loadConfig', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'pincite-config-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('lays the environment over the file and overrides over both', async () => {
    const yaml = 'retrieval:\n  topK: 5\n  vectorWeight: 0.2\nchunking:\n  chunkSize: 100\n';
    await writeFile(join(directory, 'pincite.config.yaml'), yaml);
    const config = await loadConfig({
      directory,
      env: { PINCITE_RETRIEVAL_TOP_K: '7', PINCITE_CHUNKING_CHUNK_SIZE: '200', HOME: '/' },
      overrides: { chunking: { chunkSize: 300 } },
    });
    expect(config.retrieval).toMatchObject({ vectorWeight: 0.2, topK: 7 });
    expect(config.chunking.chunkSize).toBe(300);
  });

  it('takes an empty variable for one that is not set', async () => {
    const env = { PINCITE_RETRIEVAL_TOP_K: '', PINCITE_EMBEDDING_API_KEY: '', PINCITE_STORE: '' };
    expect(await loadConfig({ directory, env })).toEqual(await loadConfig({ directory, env: {} }));
  });

  it('reads JSON and TypeScript files', async () => {
    await writeFile(join(directory, 'a.json'), '{"retrieval": {"topK": 3}}');
    await writeFile(
      join(directory, 'b.ts'),
      'const topK: number = 4;\nexport default { retrieval: { topK } };\n',
    );
    const json = await loadConfig({ directory, file: 'a.json', env: {} });
    const typescript = await loadConfig({ directory, file: 'b.ts', env: {} });
    expect([json.retrieval.topK, typescript.retrieval.topK]).toEqual([3, 4]);
  });

  it('says how a folder is written as a store', () => {
    expect(() => parseConfig({ store: '/srv/library' })).toThrow(/sqlite:\/srv\/library/);
    expect(() => parseConfig({ store: 'redis://host' })).not.toThrow(/sqlite:redis/);
    expect(() => parseConfig({ store: 'redis://host' })).toThrow(/must look like sqlite:/);
  });

  it('names a missing or malformed file', async () => {
    await expect(loadConfig({ directory, file: 'none.yaml', env: {} })).rejects.toThrow(/none\.yaml/);
    await writeFile(join(directory, 'bad.yaml'), 'a: [1,\n');
    await expect(loadConfig({ directory, file: 'bad.yaml', env: {} })).rejects.toBeInstanceOf(ConfigError);
    await writeFile(join(directory, 'list.yaml'), '- 1\n');
    await expect(loadConfig({ directory, file: 'list.yaml', env: {} })).rejects.toThrow(
      /does not hold an object/,
    );
  });

  it('refuses unknown variables but leaves those of tests alone', async () => {
    await expect(loadConfig({ directory, env: { PINCITE_STROE: 'x' } })).rejects.toThrow(/PINCITE_STROE/);
    const nearly = loadConfig({ directory, env: { PINCITE_RETRIEVAL_TOPK: '3' } });
    await expect(nearly).rejects.toMatchObject({ hint: 'Did you mean PINCITE_RETRIEVAL_TOP_K?' });
    await expect(loadConfig({ directory, env: { PINCITE_TEST_POSTGRES_BIN: 'x' } })).resolves.toBeDefined();
  });
});

function problemsOf(run: () => unknown): string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof ConfigError) return error.context['problems'] as string[];
  }
  throw new Error('no ConfigError was thrown');
}

describe('a configuration file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pincite-file-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const load = (env = {}) => loadConfig({ directory: folder, env });

  it('has each problem named with its line and key', async () => {
    const file = await write(
      'pincite.config.yaml',
      'retrieval:\n  # ten\n  topK: 0\n  colour: red\nllm:\n  model: openai-compatible:x\n',
    );
    const error = await load().catch((thrown: unknown) => thrown as ConfigError);
    expect((error as ConfigError).context['problems']).toEqual([
      `${file}:3: retrieval.topK: must be at least 1`,
      expect.stringContaining(`${file}:4: retrieval: `) as string,
      expect.stringContaining(`${file}:5: llm.baseUrl: is needed`) as string,
    ]);
    await expect(load({ PINCITE_RETRIEVAL_TOP_K: '-1' })).rejects.toThrow(
      /configuration: PINCITE_RETRIEVAL_TOP_K: retrieval\.topK: must be at least 1/,
    );
  });

  it('has lines in JSON too', async () => {
    const file = await write('pincite.config.json', '{\n  "server": {\n    "port": "x"\n  }\n}\n');
    await expect(load()).rejects.toThrow(`${file}:3: server.port: `);
  });

  it('is the only one, called as ours are', async () => {
    const misnamed = await write('pincite.json', '{}');
    await expect(load()).rejects.toMatchObject({
      hint: expect.stringContaining('pincite.config.json') as string,
    });
    const code = await write('pincite.config.ts', 'export default {};');
    await expect(load()).rejects.toThrow(`There are several configuration files: ${code}, ${misnamed}`);
    const seen: string[] = [];
    await loadConfig({ directory: folder, env: {}, file: misnamed, onFile: (path) => seen.push(path) });
    expect(seen).toEqual([misnamed]);
  });
});

it('has the language model answer where there is one, unless it is said otherwise', () => {
  const llm = { model: 'ollama:llama3' };
  expect(parseConfig({}).answer.model).toBe('extractive');
  expect(parseConfig({ llm }).answer.model).toBe('ollama:llama3');
  expect(parseConfig({ llm, answer: { model: 'extractive' } }).answer.model).toBe('extractive');
  expect(parseConfig({ llm, answer: { model: 'ollama:other' } }).answer.model).toBe('ollama:other');
});

it('gets no more settings than it has: for each one that comes, another one goes', () => {
  const names = leafPaths(configSchema).map((path) => path.join('.'));
  expect(names).toContain('retrieval.topK');
  expect(names.length).toBeLessThanOrEqual(127);
});

const manual = (name: string) => readFile(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8');
/** Sections that have a page of their own. */
const pageOf: Readonly<Record<string, string>> = {
  server: 'server',
  embedding: 'embedding',
  calls: 'embedding',
  localModels: 'embedding',
};

it('stands in the manual, setting by setting', async () => {
  const missing: string[] = [];
  for (const [first = '', ...rest] of leafPaths(configSchema)) {
    const page = pageOf[first];
    const name = page === undefined ? [first, ...rest] : rest;
    if (!(await manual(page ?? 'configuration')).includes(`\`${name.join('.')}\``))
      missing.push(name.join('.'));
  }
  expect(missing).toEqual([]);
});
