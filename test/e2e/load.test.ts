/** What is understood of a document, through the real program: `pincite load` and `pincite show --layout`. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReadDocument } from '../../src/index.ts';
import { runCli } from '../support/cli.ts';
import { colourAt, decodePng } from '../support/png.ts';

const report = join(process.cwd(), 'examples/documents/annual-report-2025.pdf');
const policy = join(process.cwd(), 'examples/documents/travel-and-field-work-policy.md');

let cwd: string;
const pincite = (...args: string[]) => runCli(args, { cwd });

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'pincite-load-'));
});
afterAll(() => rm(cwd, { recursive: true }));

describe('pincite load', () => {
  it('says what is understood of a document', async () => {
    const { code, stdout } = await pincite('load', report);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Annual report 2025\n/);
    expect(stdout).toMatch(/format +pdf/);
    expect(stdout).toMatch(/pages +23/);
    expect(stdout).toMatch(/Review by the chief executive/);
  });

  it('prints the text that is stored when the document is added', async () => {
    const text = await pincite('load', report, '--text');
    await pincite('add', report);
    const stored = await pincite('show', 'annual-report-2025', '--text');
    expect(text).toMatchObject({ code: 0, stdout: stored.stdout });
    expect(stored.stdout.length).toBeGreaterThan(30_000);
  });

  it('prints places of words and cells as JSON', async () => {
    const { stdout } = await pincite('load', report, '--json');
    const { text, pages, blocks } = JSON.parse(stdout) as ReadDocument;
    const { layout } = pages[8]!;
    const run = layout.find(({ charStart, charEnd }) => text.slice(charStart, charEnd) === 'Heating')!;
    expect(run.x1 - run.x0).toBeGreaterThan(20);
    expect(blocks.some(({ kind }) => kind === 'table')).toBe(true);
  });

  it('prints Markdown with headings by level', async () => {
    const { stdout } = await pincite('load', report, '--markdown');
    expect(stdout).toMatch(/^# Annual report 2025$/m);
    expect(stdout).toMatch(/^## The board$/m);
    const source = await readFile(policy, 'utf8');
    const { stdout: same } = await pincite('load', policy, '--markdown');
    expect(source.endsWith(same.trim() + '\n')).toBe(true); // all but the front matter
    expect(same).toMatch(/^## Hours$/m);
  });

  it('stores nothing, and says what is wrong', async () => {
    await writeFile(join(cwd, 'broken.pdf'), '%PDF-1.7 broken');
    expect(await pincite('load', 'broken.pdf')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/PDF/),
    });
    expect(await pincite('load', '.')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/is a folder/),
    });
    expect(await pincite('load', report, '--text', '--json')).toMatchObject({ code: 2 });
    expect((await pincite('list')).stdout).not.toMatch(/broken/);
  });
});

describe('pincite show --layout', () => {
  it('draws a page with words, lines, blocks and headings outlined', async () => {
    await pincite('add', report);
    const drawn = await pincite('show', 'annual-report-2025', '--page', '9', '--layout', 'page.png');
    expect(drawn).toMatchObject({ code: 0 });
    expect(drawn.stdout).toMatch(/Wrote page 9 to page\.png, 1191 × 1684 pixels/);
    expect(drawn.stdout).toMatch(/2 headings +#9c27b0/);
    const picture = decodePng(await readFile(join(cwd, 'page.png')));
    const count = (colour: readonly number[]) => {
      let pixels = 0;
      for (let y = 0; y < picture.height; y++)
        for (let x = 0; x < picture.width; x++)
          if (colourAt(picture, x, y).every((value, channel) => value === colour[channel])) pixels++;
      return pixels;
    };
    expect(count([0x9c, 0x27, 0xb0])).toBeGreaterThan(1000);
    expect(count([0x1e, 0x6f, 0xe0])).toBeGreaterThan(1000);
  });

  it('replaces no file unasked, and refuses what has no pages', async () => {
    await pincite('add', report, policy);
    await writeFile(join(cwd, 'there.png'), 'mine');
    const refused = await pincite('show', 'annual-report-2025', '--layout', 'there.png');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/exists already/) });
    expect(await readFile(join(cwd, 'there.png'), 'utf8')).toBe('mine');
    const without = await pincite('show', 'travel-and-field-work-policy', '--layout', 'policy.png');
    expect(without).toMatchObject({ code: 1, stderr: expect.stringMatching(/no pages to draw/) });
    const beyond = await pincite('show', 'annual-report-2025', '--page', '99', '--layout', 'b.png');
    expect(beyond).toMatchObject({ code: 1, stderr: expect.stringMatching(/no page 99/) });
  });
});

describe('pincite show --region', () => {
  it('prints what stands in a part of a page', async () => {
    await pincite('add', report);
    const show = (region: string) => pincite('show', 'annual-report-2025', '--page', '9', '--region', region);
    const left = await show('left');
    expect(left.stdout).toMatch(/^had fastened a step counter to a housing for a bet\./);
    expect(left.stdout).toMatch(/Prices/);
    expect(left.stdout).not.toMatch(/Lessons/);
    expect((await show('right')).stdout).toMatch(/Lessons of the membrane/);
    expect((await show('0.5,0.15,1,0.22')).stdout).toBe((await show('297.6,126.3,595.3,185.2')).stdout);
    expect(await show('middle')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/middle is not known/),
    });
  });
});
