/** Answers as files, through the real program: formats, pictures of what is quoted, saved citations in their context. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Citation, CitedAnswer } from '../../src/index.ts';
import { runCli } from '../support/cli.ts';
import { copyExampleStore } from '../support/example-store.ts';
import { decodePng } from '../support/png.ts';

const report = join(process.cwd(), 'examples/documents/annual-report-2025.pdf');
const question = 'When is the annual general meeting held?';

let cwd: string;
const pincite = (...args: string[]) => runCli(args, { cwd });

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'pincite-answer-files-'));
  await copyExampleStore(cwd);
});
afterAll(() => rm(cwd, { recursive: true }));

const read = (name: string) => readFile(join(cwd, name), 'utf8');

describe('pincite ask --snapshots', () => {
  it('writes a picture a citation, with the quote in colour', async () => {
    const asked = await pincite('ask', question, '--json=full', '--snapshots', 'pictures');
    expect(asked).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/Wrote \d+ pictures? to pictures/),
    });
    const { citations } = JSON.parse(asked.stdout) as CitedAnswer;
    const ofReport = citations.filter(({ sourcePath }) => sourcePath === report);
    expect(ofReport.length).toBeGreaterThan(0);
    const names = ofReport.flatMap(({ sourceId, pageNumbers }) =>
      pageNumbers.map((page) => `citation-${sourceId}-page-${page}.png`),
    );
    expect((await readdir(join(cwd, 'pictures'))).toSorted()).toEqual(names.toSorted());
    for (const citation of ofReport) {
      const { sourceId, pageNumbers } = citation;
      const png = await readFile(join(cwd, 'pictures', `citation-${sourceId}-page-${pageNumbers[0]}.png`));
      expect(yellowRows(png)).toBeGreaterThan(10);
    }
    const again = ['ask', question, '--snapshots', 'pictures'];
    expect(await pincite(...again)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/pictures of another/),
    });
    expect(await pincite(...again, '--force')).toMatchObject({ code: 0 });
  });

  it('says of a document without pages that there is no picture of it, where pictures are asked for', async () => {
    const filter = JSON.stringify({ format: 'markdown' });
    const asked = await pincite(
      'ask',
      'What is the daily allowance for field work?',
      '--where',
      filter,
      '--snapshots',
      'none',
    );
    expect(asked).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/without pages.*Wrote 0 pictures/s),
    });
    const written = await pincite(
      'ask',
      'What is the daily allowance for field work?',
      '--where',
      filter,
      '--output',
      'plain.html',
    );
    expect(written).toMatchObject({ code: 0, stderr: expect.not.stringMatching(/no picture/) as string });
  });
});

/** Rows of a picture that have pixels in the highlight's colour. */
function yellowRows(png: Uint8Array): number {
  const { width, pixels } = decodePng(png);
  const rows = new Set<number>();
  for (let at = 0; at < pixels.length; at += 4) {
    const isYellow = pixels[at] === 255 && pixels[at + 1] === 230 && pixels[at + 2] === 102;
    if (isYellow) rows.add(Math.floor(at / 4 / width));
  }
  return rows.size;
}

describe('pincite ask --output', () => {
  it('writes by the ending of the name; pages hold their pictures', async () => {
    for (const name of ['a.html', 'a.md', 'a.bib']) {
      expect(await pincite('ask', question, '--output', name)).toMatchObject({ code: 0, stdout: '' });
    }
    expect(await read('a.html')).toMatch(/^<!doctype html>.*<img src="data:image\/png;base64,/s);
    expect(await read('a.md')).toMatch(/\[\^1\]: \[.*#page=\d+>\)/);
    expect(await read('a.bib')).toMatch(/^@\w+{annual-report-2025-/m);
  });

  it('replaces no file of the user, unless it is told to', async () => {
    await writeFile(join(cwd, 'notes.md'), 'mine');
    const refused = await pincite('ask', question, '--output', 'notes.md');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/exists already/) });
    expect(await read('notes.md')).toBe('mine');
    expect(await pincite('ask', question, '--output', 'notes.md', '--force')).toMatchObject({ code: 0 });
    expect(await read('notes.md')).toMatch(/^# When is the annual/);
  });

  it('asks for a format where the ending says nothing', async () => {
    const refused = await pincite('ask', question, '--output', 'answer.docx');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/--format text\|markdown/) });
  });

  it('refuses a format that the ending contradicts', async () => {
    const refused = await pincite('ask', question, '--output', 'answer.json', '--format', 'html');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/--format is html/) });
    const items = await pincite('ask', question, '--output', 'items.json', '--format', 'csl-json');
    expect(items).toMatchObject({ code: 0 });
  });

  it('prints a format where there is no file', async () => {
    const { stdout } = await pincite('ask', question, '--format', 'apa');
    expect(stdout).toMatch(/\(Sundmere Instruments plc, 2026, p\. \w+\)\..*# References\n\nSundmere/s);
    const items = await pincite('ask', question, '--format', 'csl-json');
    expect(JSON.parse(items.stdout)).toMatchObject([
      { type: 'report', issued: { 'date-parts': [[2026, 2, 26]] } },
    ]);
  });
});

describe('pincite show --citation', () => {
  it('prints the quote of a saved answer with the text around it', async () => {
    await pincite('ask', question, '--output', 'saved.json');
    const { citations } = JSON.parse(await read('saved.json')) as CitedAnswer;
    const { quote, title } = citations[0] as Citation;
    const shown = await pincite('show', '--citation', 'saved.json#1');
    expect(shown).toMatchObject({ code: 0 });
    expect(shown.stdout).toContain(title);
    expect(shown.stdout).toContain(`»${quote}«`);
    expect(shown.stdout.length).toBeGreaterThan(quote.length + 300);
  });

  it('says what is wrong with a name', async () => {
    await writeFile(join(cwd, 'other.json'), '[]');
    const wrong = [
      ['saved.json', /which citation/],
      ['saved.json#99', /no citation 99/],
      ['other.json#1', /no answer/],
      ['absent.json#1', /There is no file absent\.json/],
    ] as const;
    for (const [name, message] of wrong) {
      const shown = await pincite('show', '--citation', name);
      expect(shown).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
    }
    expect(await pincite('show')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/Name a document/),
    });
  });
});
