/** The package as npm installs it: with its dependencies alone, and no optional package beside it. */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'tsdown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';

const root = process.cwd();
let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-installed-'));
  const modules = join(folder, 'node_modules');
  for (const part of ['dist', 'assets', 'examples', 'package.json'])
    await cp(join(root, part), join(modules, 'pincite', part), { recursive: true });
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

const run = (...args: string[]) =>
  runCli(args, { cwd: folder, program, env: { PINCITE_EMBEDDING_ADAPT: 'off' } });

describe('pincite with its dependencies alone', () => {
  it('reads PDF, Word, sheets, mails, web pages and Markdown, and answers', async () => {
    await writeFile(
      join(folder, 'page.html'),
      '<html><body><article><h1>Pumps</h1><p>The pump of Corran runs at 40 bar since 2021.</p></article></body></html>',
    );
    await writeFile(
      join(folder, 'mail.eml'),
      'From: a@example.com\r\nSubject: Valves\r\n\r\nThe valve of Tarn opens at 9 bar.\r\n',
    );
    await writeFile(join(folder, 'rows.csv'), 'name,price\nwiper,12\nblade,14\n');
    const added = await run(
      'add',
      join(root, 'examples/documents'),
      join(root, 'test/fixtures/office/report.docx'),
      'page.html',
      'mail.eml',
      'rows.csv',
    );
    expect(added).toMatchObject({ code: 0 });
    const answer = await run('ask', 'Which law governs the supply agreement?');
    expect(answer.stdout).toContain('the law of Ireland');
    const law = await run('search', 'law', '--where-document', '{"$regex":"of Irel[a]nd"}', '--json');
    expect(JSON.parse(law.stdout)).toMatchObject({ results: [expect.anything(), expect.anything()] });
    for (const word of ['Corran pump bar', 'valve Tarn', 'blade'])
      expect((await run('search', word, '--top-k', '1', '--json')).stdout).toMatch(
        /page\.html|mail\.eml|rows\.csv/,
      );
  });

  it('has types that compile in a strict program, which are not any', async () => {
    await symlink(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
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

  it.each([
    ['postgresql://127.0.0.1:1/x', 'npm install pg@8'],
    ['qdrant://127.0.0.1:1', 'npm install @qdrant/js-client-rest@1'],
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
