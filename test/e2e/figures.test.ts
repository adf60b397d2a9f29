import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
// oxlint-disable-next-line import/no-named-as-default -- its types know the default export only
import PDFDocument from 'pdfkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { encodePng } from '../../src/util/pictures/png.ts';
import { runCli } from '../support/cli.ts';
import { startOpenAiServer, type OpenAiServer } from '../support/openai-server.ts';

let folder: string;
let server: OpenAiServer;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pincite-figures-'));
  server = await startOpenAiServer();
  server.reply({ text: 'A photograph of a pelican on a pier.' });
  const picture = { width: 8, height: 8, pixels: new Uint8Array(256).fill(120) };
  const image = Buffer.from(await encodePng(picture, 1));
  const pdf = new PDFDocument({ margin: 60, size: [600, 800] });
  pdf.text('The harbour office keeps the registers of all boats. '.repeat(3), 60, 60);
  pdf.image(image, 100, 330, { width: 300, height: 200 });
  pdf.end();
  await writeFile(path.join(folder, 'report.pdf'), Buffer.concat(await pdf.toArray()));
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const pincite = (...args: string[]) =>
  runCli(args, {
    cwd: folder,
    env: {
      PINCITE_LLM_MODEL: 'openai-compatible:eye',
      PINCITE_ANSWER_MODEL: 'extractive',
      PINCITE_LLM_BASE_URL: server.baseUrl,
      PINCITE_CHUNKING_DESCRIBE_FIGURES: 'true',
    },
  });

it('finds a figure by what a model says of it, and says that a model said so', async () => {
  const added = await pincite('add', 'report.pdf');
  expect(added).toMatchObject({ code: 0, stderr: '' });
  expect(added.stdout).toContain('1 described figure by openai-compatible:eye (110 tokens)\n');
  const { stdout } = await pincite('search', 'pelican');
  expect(stdout).toMatch(
    /1\. report, p\. 1\n +Described by a model \(openai-compatible:eye\): A photograph of a pelican on a pier\.\n/,
  );
  const [hit] = JSON.parse((await pincite('search', 'pelican', '--json')).stdout).results;
  expect(hit).toMatchObject({
    excerpt: '',
    described: { text: 'A photograph of a pelican on a pier.', by: 'openai-compatible:eye' },
  });
  const asked = await pincite('ask', 'What stands on the pier?', '--json');
  expect(JSON.stringify(JSON.parse(asked.stdout).citations)).not.toContain('"quote":"A photograph');
});
