/** Answers of a language model through the real program, and conversations. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ChatAnswer, LeanAnswer, LeanEvent } from '../../src/index.ts';
import { claimsReply, isStructured, passagesOf } from '../support/answering-model.ts';
import { hasTerminals, runCli, runOnTerminal, type CliOptions } from '../support/cli.ts';
import { startOpenAiServer, type OpenAiServer } from '../support/openai-server.ts';

const sentence = 'The tenant pays rent of 900 euros on the first day of each month.';
const question = 'How much rent does the tenant pay?';
const answered = 'The tenant pays rent of 900 euros each month. [1] Water is on fire. [not supported]';
const model = ['--model', 'openai-compatible:tiny'];

let folder: string;
let server: OpenAiServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-language-model-'));
  server = await startOpenAiServer();
  await writeFile(join(folder, 'lease.md'), `# Lease\n\n${sentence} The lease began in 2021.\n`);
  expect(await pincite(['add', 'lease.md'])).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});
beforeEach(() =>
  server.reply((body) => {
    if (!isStructured(body)) return { text: 'On which day does the tenant pay rent?' };
    const number = passagesOf(body).findIndex((text) => text.includes(sentence)) + 1;
    return claimsReply(
      { text: 'The tenant pays rent of 900 euros each month.', quotes: [[number, sentence]] },
      { text: 'Water is on fire.', quotes: [] },
    );
  }),
);

const options = (): CliOptions => ({
  cwd: folder,
  env: {
    PINCITE_LLM_BASE_URL: server.baseUrl,
    PINCITE_CALLS_MAX_RETRIES: '0',
    PINCITE_LLM_API_KEY: 'sk-secret-key',
  },
});
/** What is said before the first word. */
const asking = () =>
  `Asking openai-compatible:tiny at ${new URL(server.baseUrl).host} about what was found:\n`;
const pincite = (args: readonly string[], more: Partial<CliOptions> = {}) =>
  runCli(args, { ...options(), ...more });

it('answers in the words of the model, with sources', async () => {
  const { code, stdout, stderr } = await pincite(['ask', question, ...model]);
  expect(code).toBe(0);
  expect(stderr).toBe(`${asking()}  Lease\n`);
  const flat = stdout.replaceAll('\n', ' ');
  expect(flat).toContain(`${answered}  Claims, by what their quotes say   ? not checked: The tenant`);
  expect(flat).toContain('✗ not supported: Water is on fire.  Sources   [1] Lease');
  expect(stdout).toContain('“The tenant pays rent of 900 euros on the first day');
  expect(server.requests.at(-1)!.authorization).toBe('Bearer sk-secret-key');
});

it('streams the same, as words or as events', async () => {
  const words = await pincite(['ask', question, ...model, '--stream']);
  expect(words.stdout).toMatch(/^The tenant pays .*\[not supported\]\n.*\nSources\n {2}\[1\] Lease/s);
  const { stdout } = await pincite(['ask', question, ...model, '--stream', '--json']);
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LeanEvent);
  expect(events.map(({ event, data }) => (event === 'delta' ? data.text : '')).join('')).toBe(answered);
  expect(events.at(-1)).toMatchObject({
    event: 'done',
    data: { answer: answered, model: 'openai-compatible:tiny' },
  });
});

it.skipIf(!hasTerminals)('says on a terminal for whom one waits, until the first word', async () => {
  const reply = claimsReply({
    text: 'The tenant pays rent of 900 euros each month.',
    quotes: [[1, sentence]],
  });
  server.reply({ ...reply, afterMs: 2500 });
  const cleared = String.raw`\r\u001b\[2K`;
  const waited = new RegExp(
    `Waiting for openai-compatible:tiny … [1-9] s${cleared}.* … [2-9] s${cleared}The tenant`,
    's',
  );
  const shownBy = (...args: string[]) => runOnTerminal([...args, ...model], options());
  const input = `${question}\nexit\n`; // ends it: the terminal stays open
  const waiting = await Promise.all([
    shownBy('ask', question, '--stream'),
    shownBy('ask', question, '--no-stream'),
    runOnTerminal(['chat', ...model], { ...options(), input }),
  ]);
  for (const shown of waiting) expect(shown).toMatch(waited);
  const [json, piped] = await Promise.all([
    shownBy('ask', question, '--json'),
    pincite(['ask', question, ...model]),
  ]);
  for (const shown of waiting)
    expect(shown).toMatch(/Asking openai-compatible:tiny at .*?  Lease.*?Waiting for/ms);
  expect(json).not.toMatch(/Waiting|Asking/);
  expect(piped.stderr).toBe(`${asking()}  Lease\n`);
});

it('quotes the documents when the model fails, and says so', async () => {
  server.reply({ status: 500, message: 'out of order' });
  const { code, stdout } = await pincite(['ask', question, ...model, '--json']);
  expect(code).toBe(0);
  const answer = JSON.parse(stdout) as LeanAnswer;
  expect(answer).toMatchObject({ model: 'extractive', answered: true });
  expect(answer.warnings.join()).toContain('out of order');
});

it('refuses a model that it does not know', async () => {
  const refused = await pincite(['ask', question, '--model', 'tiny']);
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/answer\.model: must be extractive, provider:model/) as string,
  });
});

it('chats over a pipe, each question made to stand alone', async () => {
  const input = `${question}\n\nOn which day does he pay it?\n`;
  const plain = await pincite(['chat'], { input });
  expect(plain).toMatchObject({ code: 0, stderr: '' });
  expect(plain.stdout).toMatch(
    /> How much rent.*rent of 900 euros.*> On which day does he pay it\?\n.*Asked as: On which day does he pay it\? \(.*tenant.*\)\n.*first day of each month/s,
  );
  const { stdout } = await pincite(['chat', ...model, '--json'], { input });
  const [, second] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ChatAnswer);
  expect(second).toMatchObject({
    question: 'On which day does he pay it?',
    standalone: { question: 'On which day does the tenant pay rent?', rewrittenBy: 'model' },
  });
});

it('helps in a chat, and ends it at a word', async () => {
  const { code, stdout, stderr } = await pincite(['chat'], {
    input: `/help\n${question}\nexit\n${question}\n`,
  });
  expect(code).toBe(0);
  expect(stderr).toMatch(/To end: exit/);
  expect(stdout.match(/Sources/g)).toHaveLength(1);
});
