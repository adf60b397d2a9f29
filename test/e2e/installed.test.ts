/** The package as npm installs it: with its dependencies alone, and no optional package beside it. */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'tsdown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { hoversOf, type Hover } from '../support/hover.ts';

const root = process.cwd();
let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-installed-'));
  const modules = join(folder, 'node_modules');
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const [packed] = JSON.parse(spawnSync('npm', pack, { encoding: 'utf8' }).stdout) as [{ filename: string }];
  await mkdir(join(modules, 'pincite'), { recursive: true });
  const unpack = ['-xzf', packed.filename, '-C', 'node_modules/pincite', '--strip-components=1'];
  expect(spawnSync('tar', unpack, { cwd: folder }).status).toBe(0);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await symlink(join(root, 'node_modules/@types'), join(modules, '@types'));
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(root, 'node_modules', name), join(modules, name));
  }
  program = join(modules, 'pincite/dist/cli.mjs');
});
afterAll(() => rm(folder, { recursive: true }));

/** Settings that are sections, by the type that they have. */
const sections: Readonly<Record<string, string>> = {
  'Config.embedding': 'EmbeddingConfig',
  'Config.reranking': 'RerankingConfig',
  'Config.calls': 'CallsConfig',
  'Config.localModels': 'LocalModelsConfig',
  'Config.chunking': 'ChunkingConfig',
  'Config.loading': 'LoadingConfig',
  'LoadingConfig.pdf': 'PdfConfig',
  'Config.ingest': 'IngestConfig',
  'Config.retrieval': 'RetrievalConfig',
  'RetrievalConfig.scoring': 'ScoringConfig',
  'Config.answer': 'AnswerConfig',
  'AnswerConfig.entailment': 'EntailmentConfig',
  'Config.llm': 'LlmConfig',
  'Config.telemetry': 'TelemetryConfig',
  'Config.server': 'ServerConfig',
  'ServerConfig.limits': 'ServerLimits',
};
/** What the preset says. */
const derived = {
  'AnswerConfig.model': true,
  'ChunkingConfig.chunkSize': true,
  'ChunkingConfig.overlap': true,
};

const run = (...args: string[]) =>
  runCli(args, { cwd: folder, program, env: { PINCITE_EMBEDDING_ADAPT: 'off' } });

describe('pincite with its dependencies alone', () => {
  it('reads PDF, Word, sheets, mails, web pages and Markdown, and answers', async () => {
    await writeFile(
      join(folder, 'page.html'),
      '<html><body><article><h1>Pumps</h1><p>The pump of Corran runs at 40 bar since 2021.</p></article></body></html>',
    );
    const paragraphs = '<p>The rotor of Velm is balanced in May by a technician who signs for it.</p>'.repeat(
      14,
    );
    await writeFile(join(folder, 'bare.html'), `<html><body>${paragraphs}</body></html>`); // its main content is to be found
    await writeFile(
      join(folder, 'mail.eml'),
      'From: a@example.com\r\nSubject: Valves\r\n\r\nThe valve of Tarn opens at 9 bar.\r\n',
    );
    await writeFile(join(folder, 'rows.csv'), 'name,price\nwiper,12\nblade,14\n');
    const added = await run(
      'add',
      join(root, 'examples/documents'),
      join(root, 'test/fixtures/office/report.docx'),
      join(root, 'test/fixtures/office/report.epub'),
      'page.html',
      'bare.html',
      'mail.eml',
      'rows.csv',
    );
    expect(added).toMatchObject({ code: 0 });
    const answer = await run('ask', 'Which law governs the supply agreement?');
    expect(answer.stdout).toContain('the law of Ireland');
    const law = await run('search', 'law', '--where-document', '{"$regex":"of Irel[a]nd"}', '--json');
    expect(JSON.parse(law.stdout)).toMatchObject({ results: [expect.anything(), expect.anything()] });
    for (const word of ['Corran pump bar', 'rotor Velm', 'valve Tarn', 'blade'])
      expect((await run('search', word, '--top-k', '1', '--json')).stdout).toMatch(
        /page\.html|bare\.html|mail\.eml|rows\.csv/,
      );
  });

  it('has types that compile in a strict program, which are not any', async () => {
    await writeFile(
      join(folder, 'tsconfig.json'),
      '{"compilerOptions":{"module":"nodenext","target":"es2022","lib":["es2023","esnext.disposable","dom"],"strict":true,"noEmit":true,"types":["node"]},"files":["program.ts"]}',
    );
    await writeFile(
      join(folder, 'program.ts'),
      [
        `import { openKnowledgeBase } from 'pincite';`,
        `import { serve } from 'pincite/server';`,
        `import { citationSchema } from 'pincite/schemas';`,
        `await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });`,
        `const { citations } = await kb.ask('Why?');`,
        `const quotes: string[] = citations.map((citation) => citationSchema.parse(citation).quote);`,
        `const { app } = await serve(kb);`,
        `await app.fetch(new Request('http://localhost/livez'));`,
        `// @ts-expect-error a quote is a text`,
        `const wrong: number = quotes[0] ?? citationSchema.parse({}).quote;`,
      ].join('\n'),
    );
    const tsc = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(tsc.stdout).toBe('');
  });

  describe('in an editor', () => {
    /** What tells the members of a union apart is explained where the union is. */
    const tellsApart = /^(AnswerEvent|ChatEvent|LeanEvent|WorkProgress)\.(kind|event|data)$|\.#private$/;
    let hovers: Hover[];
    beforeAll(() => {
      hovers = hoversOf(folder, 'pincite', (type) => !/(Error|Schema)$/.test(type));
    });

    it('has something to say of every member of every public type', () => {
      expect(
        hovers.filter(({ name }) => /(Options|Request|Input|Config)\./.test(name)).length,
      ).toBeGreaterThan(400);
      const silent = hovers.filter(({ documentation }) => documentation === '').map(({ name }) => name);
      expect(silent.filter((name) => !tellsApart.test(name))).toEqual([]);
    });

    it('shows types of ours, and no filter that is anything', () => {
      const shown = hovers.map(({ shown: text }) => text);
      expect(shown.filter((text) => /Zod|\$strict|\$InferO|\boutput<|\binput<|: any\b/.test(text))).toEqual(
        [],
      );
      const filters = hovers.filter(({ name }) => name.endsWith('.filter')).map(({ shown: text }) => text);
      expect(filters.length).toBeGreaterThan(5);
      expect(filters.filter((text) => !/Filter( \||$)/.test(text))).toEqual([]);
    });

    it('says of the configuration the defaults that are in force', async () => {
      const script = `import { loadConfig } from 'pincite'; console.log(JSON.stringify(await loadConfig({ env: {} })));`;
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(hovers.length).toBeGreaterThan(0);
      expect(inForce('Config', JSON.parse(stdout) as object)).toEqual(inWords('Config'));
    });

    const membersOf = (type: string) => hovers.filter(({ name }) => name.startsWith(`${type}.`));

    function inForce(type: string, values: object): unknown[] {
      const value = new Map<string, unknown>(Object.entries(values));
      return membersOf(type).map(({ name }) => {
        const found = value.get(name.slice(type.length + 1));
        const section = sections[name];
        if (section !== undefined) return [name, ...inForce(section, found as object)];
        return [name, found === undefined || name in derived ? undefined : JSON.stringify(found)];
      });
    }

    function inWords(type: string): unknown[] {
      return membersOf(type).map(({ name, usual }) => {
        const section = sections[name];
        if (section !== undefined) return [name, ...inWords(section)];
        return [name, usual && JSON.stringify(JSON.parse(usual.replaceAll("'", '"')))];
      });
    }
  });

  it.each([
    ['postgresql://127.0.0.1:1/x', 'npm install pg@8'],
    ['chroma://127.0.0.1:1', 'npm install chromadb@3'],
  ])('says what %s needs', async (store, command) => {
    const { code, stderr } = await run('list', '--store', store);
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining(command)]);
  });

  it('says what may still read a PDF that PDFium cannot', async () => {
    await writeFile(join(folder, 'broken.pdf'), '%PDF-1.7 and nothing else');
    const { stdout, stderr } = await run('add', 'broken.pdf');
    expect(stdout + stderr).toMatch(/PDFium cannot read it[\s\S]*npm install pdfjs-dist@5\.6/);
  });
});

/** Prints how many documents were added, of which the PDF is read in another process, and what an answer quotes. */
const work = `async function work({ openKnowledgeBase }) {
  const kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  const names = ['supply-agreement-2024.pdf', 'travel-and-field-work-policy.md'];
  const { documentsInserted } = await kb.addDocuments(names.map((name) => ${JSON.stringify(`${root}/examples/documents/`)} + name));
  const { citations } = await kb.ask('Which law governs the supply agreement?');
  await kb.close();
  console.log(documentsInserted, citations[0]?.quote);
}`;
const answered = { stdout: '2 24.1 This Agreement is governed by the law of Ireland.\n', stderr: '' };

const start = (file: string, cwd = folder) => spawnSync(process.execPath, [file], { cwd, encoding: 'utf8' });

describe('pincite in other programs', () => {
  it('is required by CommonJS', async () => {
    await writeFile(join(folder, 'required.cjs'), `${work}\nvoid work(require('pincite'));`);
    expect(start('required.cjs')).toMatchObject(answered);
  });

  it('runs in a worker thread', async () => {
    const thread = `import * as pincite from 'pincite';\n${work}\nawait work(pincite);`;
    await writeFile(join(folder, 'thread.mjs'), thread);
    await writeFile(join(folder, 'worker.cjs'), `new (require('worker_threads').Worker)('./thread.mjs');`);
    expect(start('worker.cjs')).toMatchObject(answered);
  });

  it('runs from a bundle of CommonJS, which has no `import.meta.url`, and says what that lacks elsewhere', async () => {
    await writeFile(
      join(folder, 'program.mjs'),
      `import * as pincite from 'pincite';\n${work}\nvoid work(pincite);`,
    );
    await build({
      config: false,
      cwd: folder,
      entry: { bundle: 'program.mjs' },
      format: 'cjs',
      platform: 'node',
      outDir: 'bundle',
      dts: false,
      deps: { alwaysBundle: [/./] },
      logLevel: 'error',
    });
    expect(start('bundle/bundle.cjs')).toMatchObject(answered);
    const alone = await mkdtemp(join(tmpdir(), 'pincite-alone-'));
    await cp(join(folder, 'bundle'), alone, { recursive: true });
    const { stderr } = start('bundle.cjs', alone);
    await rm(alone, { recursive: true });
    expect(stderr).toContain(
      "leave it out (`external: ['pincite']`), and put node_modules beside the bundle",
    );
  });
});
