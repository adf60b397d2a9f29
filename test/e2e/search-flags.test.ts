/** The flags of `pincite search` that restrict, read around and group, and the scripts that complete them. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RetrieveResponse } from '../../src/index.ts';
import { runCli } from '../support/cli.ts';
import { writePdf } from '../support/pdf.ts';

let cwd: string;
const pincite = (...args: string[]) => runCli(args, { cwd });
const found = async (...args: string[]) => {
  const { stdout, stderr } = await pincite('search', ...args, '--json=full');
  expect(stderr).toBe('');
  return JSON.parse(stdout) as RetrieveResponse;
};
const section = (name: string) => `## ${name}\n\n${`The ${name} of the mill turns. `.repeat(30)}\n\n`;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'pincite-flags-'));
  await writeFile(join(cwd, 'mill.md'), `# Mill\n\n${['wheel', 'stone', 'sail'].map(section).join('')}`);
  await writeFile(join(cwd, 'pump.md'), 'The pump of the mill turns in spring.');
  await pincite('add', 'mill.md', 'pump.md', '--chunk-size', '64');
});
afterAll(() => rm(cwd, { recursive: true }));

it('--where-document restricts by the text, and a form that is none is refused', async () => {
  const { hits } = await found('mill turns', '--where-document', '{"$contains": "pump"}');
  expect(hits.map(({ chunk }) => chunk.content)).toEqual(['The pump of the mill turns in spring.']);
  const { code, stderr } = await pincite('search', 'mill', '--where-document', '{"$contain": "x"}');
  expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean $contains?')]);
});

it('--region keeps what stands at a place of a page', async () => {
  await writePdf(join(cwd, 'page.pdf'), ['The copper of the mill is polished every year by hand.']);
  await pincite('add', 'page.pdf', '--collection', 'pages');
  const top = await found('copper', '--collection', 'pages', '--region', '1:top');
  expect(top.hits).toHaveLength(1);
  expect((await found('copper', '--collection', 'pages', '--region', '1:bottom')).hits).toEqual([]);
  expect((await found('copper', '--collection', 'pages', '--region', '1:0,0,1,0.5')).hits).toHaveLength(1);
  expect((await pincite('search', 'copper', '--region', 'top')).stderr).toContain('Write page:place');
});

it('--context reads around hits, and --budget bounds what is read', async () => {
  const { passages, hits } = await found('stone', '-k', '1', '--context', '1');
  expect(passages[0]!.chunkIds).toContain(hits[0]!.chunk.chunkId);
  expect(passages[0]!.text.length).toBeGreaterThan(hits[0]!.chunk.content.length);
  const { stdout } = await pincite('search', 'stone', '-k', '2', '--context', '1');
  expect(stdout).toMatch(
    /^1\. Mill\n[^]*The stone of the mill turns\.[^]*characters \d+–\d+, \d+ tokens, of mill-/,
  );
  const bounded = await found('mill turns', '--budget', '70');
  expect(bounded.passages.reduce((sum, { tokenCount }) => sum + tokenCount, 0)).toBeLessThanOrEqual(70);
  expect(bounded.omitted.length).toBeGreaterThan(0);
});

it('--group puts the hits of a document under its title', async () => {
  const { stdout } = await pincite('search', 'mill turns', '--group');
  expect(stdout.match(/^Mill$/gm)).toHaveLength(1);
  expect(stdout.match(/relevance/g)).toHaveLength(4);
});

it('--hyde and --rerank ask for models, and say where there is none', async () => {
  const { warnings, degraded } = await found('pump', '--hyde', '--rerank');
  expect(degraded.map(({ stage }) => stage)).toEqual(['understand', 'rerank']);
  expect(warnings).toHaveLength(2);
  expect((await found('pump', '--no-hyde', '--no-rerank')).warnings).toEqual([]);
});

it('completion prints scripts of all commands, flags and choices; that of bash completes', async () => {
  const { stdout: script } = await pincite('completion', 'bash');
  const complete = (...words: string[]) => {
    const list = words.map((word) => `"${word}"`).join(' ');
    const line = `${script}\nCOMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _pincite; echo "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', line], { encoding: 'utf8' }).trim().split(' ');
  };
  expect(complete('pincite', 'sea')).toEqual(['search']);
  expect(complete('pincite', 'search', '--mo')).toEqual(['--mode']);
  expect(complete('pincite', 'search', '--mode', 'f')).toEqual(['full', 'fast']);
  expect(complete('pincite', 'keys', 're')).toEqual(['revoke']);
  expect(complete('pincite', 'keys', 'add', '--ac')).toEqual(['--access']);
  expect(complete('pincite', 'completion', 'z')).toEqual(['zsh']);
  for (const shell of ['zsh', 'fish']) {
    const { stdout } = await pincite('completions', shell);
    for (const part of ['search', 'where-document', 'full hybrid vector fast keyword', 'completion'])
      expect(stdout, shell).toContain(part);
  }
  expect((await pincite('completion', 'tcsh')).code).toBe(2);
});
