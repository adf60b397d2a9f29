/** `--json` prints what matters of a response, `--json=full` the library's response as it is. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeanDocument, LeanEvent } from '../../src/index.ts';
import {
  citedAnswerSchema,
  documentSchema,
  leanAnswerSchema,
  leanCitationSchema,
  leanDocumentSchema,
  leanSearchSchema,
  retrieveResponseSchema,
} from '../../src/schemas.ts';
import { runCli } from '../support/cli.ts';
import { copyExampleStore, exampleDocuments } from '../support/example-store.ts';

const question = 'Which law governs the supply agreement?';
const unanswered = 'What fee was the chair of the board paid in 2025?';

let cwd: string;
/** What is printed of the answers to the questions, lean. */
const lean = new Map<string, string>();
const pincite = (...args: string[]) => runCli(args, { cwd });
const printed = async (...args: string[]) => (await pincite(...args)).stdout;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'pincite-lean-'));
  await copyExampleStore(cwd);
  for (const asked of [question, unanswered]) lean.set(asked, await printed('ask', '--json', asked));
});
afterAll(() => rm(cwd, { recursive: true }));

describe('--json', () => {
  it.each([question, unanswered])('prints an answer in at most a tenth of the whole: %s', async (asked) => {
    const full = await printed('ask', '--json=full', asked);
    const answer = leanAnswerSchema.strict().parse(JSON.parse(lean.get(asked)!));
    const whole = citedAnswerSchema.parse(JSON.parse(full));
    expect(answer).toMatchObject({ question: asked, answered: whole.answered, answer: whole.answer });
    expect([...answer.citations, ...(answer.nearest ?? [])].map(({ quote }) => quote)).toEqual(
      whole.citations.map(({ quote }) => quote),
    );
    expect(lean.get(asked)!.length).toBeLessThan(full.length / 10);
  });

  it('prints hits with what matches in them, and what put them there where --explain asks', async () => {
    const found = await printed('search', '--json', 'law', '-k', '3', '--explain');
    const full = await printed('search', '--json=full', 'law', '-k', '3', '--explain');
    const { results, explanation } = leanSearchSchema.strict().parse(JSON.parse(found));
    const whole = retrieveResponseSchema.parse(JSON.parse(full));
    expect(results.map(({ id }) => id)).toEqual(whole.hits.map(({ chunk }) => chunk.chunkId));
    expect(results.map((hit) => hit.explanation)).toEqual(whole.hits.map((hit) => hit.explanation));
    expect(explanation).toMatchObject({ skipped: whole.explanation!.skipped });
  });

  it('prints documents without their passing facts, and a document that is named as it is', async () => {
    const listed = JSON.parse(await printed('list', '--json')) as object[];
    const full = JSON.parse(await printed('list', '--json=full')) as object[];
    const ids = listed.map((document) => leanDocumentSchema.strict().parse(document).id);
    expect(ids).toEqual(full.map((document) => documentSchema.parse(document).documentId));
    expect(JSON.parse(await printed('show', ids[0]!, '--json'))).toMatchObject({
      documentId: ids[0],
      text: expect.any(String),
    });
  });

  it('prints of an addition the chunks only where all is asked for', async () => {
    const add = [
      'add',
      join(exampleDocuments, 'supply-agreement-2024.pdf'),
      '--collection',
      'again',
      '--force',
    ];
    const added = JSON.parse(await printed(...add, '--json')) as { totalChunks: number };
    expect(added).not.toHaveProperty('chunks');
    const full = JSON.parse(await printed(...add, '--json=full')) as { chunks: unknown[] };
    expect(full.chunks).toHaveLength(added.totalChunks);
  });

  it('prints events of an answer under the names that the HTTP server sends them by', async () => {
    const lines = (await printed('ask', question, '--stream', '--json')).trim().split('\n');
    const events = lines.map((line) => JSON.parse(line) as LeanEvent);
    expect(events.map(({ event }) => event)).toEqual(['sources', 'citation', 'delta', 'claim', 'done']);
    expect(events.at(-1)!.data).toEqual(JSON.parse(lean.get(question)!));
    const full = (await printed('ask', question, '--stream', '--json=full')).trim().split('\n');
    expect(full.map((line) => (JSON.parse(line) as { kind: string }).kind)).toEqual([
      'retrieval',
      'citation',
      'text',
      'claim',
      'done',
    ]);
  });

  it('refuses another form, and says errors as JSON in both', async () => {
    const refused = await pincite('ask', question, '--json=short');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("'--json=short'") });
    for (const form of ['--json', '--json=full']) {
      const { stderr } = await pincite('show', 'nothing-like-this', form);
      expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'NO_DOCUMENTS_FOUND' } });
    }
  });
});

describe('with --json', () => {
  it.each([
    ['ask --json', 'Missing required argument'],
    ['aks x --json', "Unknown command 'aks'"],
    ['ask x -k abc --json', 'Give a whole number'],
    ['ask x --where {x --json=full', 'This is not JSON'],
    ['ask x --format apa --json', '--json and the format apa contradict each other'],
    ['ask x --output a.html --json', '--json and the format html contradict each other'],
    ['init --json', "Unknown option '--json'"],
    ['keys add --json', '--name'],
  ])('a mistake is JSON too: %s', async (words, message) => {
    const { code, stdout, stderr } = await pincite(...words.split(' '));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const { error } = JSON.parse(stderr) as { error: object };
    expect(error).toMatchObject({ code: 'CONFIG', name: 'ConfigError', context: {} });
    expect(error).toHaveProperty('message', expect.stringContaining(message));
  });

  it('a key alone is on the standard output, so that scripts can keep it', async () => {
    const { stdout, stderr } = await pincite('keys', 'add', '--name', 'a');
    expect(stdout).toMatch(/^pincite_\w{12}_[\w-]+\n$/);
    expect(stderr).toContain('It is not shown again');
    await pincite('keys', 'revoke', /_(\w{12})_/.exec(stdout)![1]!);
  });

  it('an option before the command is told where it belongs', async () => {
    const { code, stderr } = await pincite('--store', 'sqlite:./s', 'list', '--json');
    expect(code).toBe(2);
    expect(JSON.parse(stderr)).toMatchObject({
      error: { message: "Unknown option '--store'", hint: expect.stringContaining('after the command') },
    });
  });

  it('a page, a place on it and the text are JSON', async () => {
    const [{ id } = { id: '' }] = JSON.parse(
      await printed('list', '--where', '{"format": "pdf"}', '--json'),
    ) as LeanDocument[];
    const { text } = JSON.parse(await printed('show', id, '--text', '--json')) as { text: string };
    const page = JSON.parse(await printed('show', id, '--page', '2', '--json')) as Record<string, number>;
    expect(page).toMatchObject({ documentId: id, page: 2 });
    expect(page['text']).toBe(text.slice(page['charStart'], page['charEnd']));
    const place = await printed('show', id, '--page', '2', '--region', 'top', '--json');
    expect(JSON.parse(place)).toMatchObject({ documentId: id, page: 2, text: expect.any(String) });
  });
});

describe('pincite show --citation of a lean answer', () => {
  it.each([question, unanswered])('prints the quote with the text around it: %s', async (asked) => {
    const saved = lean.get(asked)!;
    await writeFile(join(cwd, 'lean.json'), saved);
    const { citations, nearest } = leanAnswerSchema.parse(JSON.parse(saved));
    const cited = [...citations, ...(nearest ?? [])].at(-1)!;
    const name = `lean.json#${cited.n}`;
    expect(await printed('show', '--citation', name)).toContain(`»${cited.quote}«`);
    const shown = JSON.parse(await printed('show', '--citation', name, '--json')) as { citation: unknown };
    expect(leanCitationSchema.strict().parse(shown.citation)).toEqual(cited);
  });

  it('says where the document says something else there by now', async () => {
    await writeFile(join(cwd, 'tides.md'), 'The ferry leaves at high tide.');
    await pincite('add', 'tides.md', '--collection', 'tides');
    const saved = await printed('ask', 'When does the ferry leave?', '--collection', 'tides', '--json');
    await writeFile(join(cwd, 'tides.json'), saved);
    await writeFile(join(cwd, 'tides.md'), 'The ferry stays in port until the tide turns.');
    await pincite('add', 'tides.md', '--collection', 'tides');
    expect(await pincite('show', '--citation', 'tides.json#1')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has changed since it was cited'),
    });
  });
});
