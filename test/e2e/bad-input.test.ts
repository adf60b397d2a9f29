/** Queries, filters and options that nobody should send, and somebody will: a typed error that says what to do, or hits. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKnowledgeBase, type KnowledgeBase, type RetrieveOptions } from '../../src/index.ts';
import { runCli } from '../support/cli.ts';

let kb: KnowledgeBase;
const texts = [
  'The barge was painted in autumn by its crew, and the crew was paid.',
  '東京の船は秋に塗られた。',
  `${'a'.repeat(5000)}! the barge`,
];

beforeAll(async () => {
  kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  await kb.addDocuments(
    texts.map((source, index) => ({ source, sourceType: 'text' as const, documentId: `d${index}` })),
  );
});
afterAll(() => kb.close());

const deep = (depth: number): object => (depth === 0 ? { year: 1 } : { $not: deep(depth - 1) });

describe('kb.retrieve', () => {
  it.each<[string, string]>([
    ['50,000 characters', 'barge crew '.repeat(4545)],
    ['100,000 characters without a space', 'a'.repeat(100_000)],
    ['stop words alone', 'the of and is'],
    ['emoji', '🚢🎨👩‍👩‍👧‍👦'],
    ['Chinese', '東京'],
    ['one letter', 'a'],
    ['one character', '?'],
    ['a lone surrogate', '\ud83d barge'],
    ['NUL', 'barge\u0000crew'],
    ['control characters', '\u0001\u0007\u001b[31mbarge\u009b'],
    ['operators of full-text search', '"a" OR NEAR(barge, 2) AND NOT *'],
    ['a star', '*'],
    ['a star after a letter', 'a*'],
    ['many prefixes', 'a* b* c* '.repeat(500)],
    ['quotes that do not close', '"barge "" crew" "'],
    ['braces', '{} {"$where": 1} ${x}'],
    ['SQL', "'; DROP TABLE chunks; --"],
    ['a format', '%s %n %x {0}'],
    ['marks that join', `e${'\u0301'.repeat(5000)}`],
    ['text from right to left', '\u202ebarge\u202c سفينة'],
  ])('takes a query of %s', async (_what, query) => {
    for (const mode of ['full', 'keyword', 'vector'] as const) {
      const { hits, stats } = await kb.retrieve(query, { mode });
      expect(hits.every(({ relevanceScore }) => relevanceScore >= 0 && relevanceScore <= 1)).toBe(true);
      expect(stats.totalMs).toBeGreaterThan(0);
    }
  });

  it('finds words between signs, control characters and broken quotes', async () => {
    for (const query of [
      '\u0000barge\u0007',
      '"barge',
      'barge*',
      "barge'; DROP TABLE chunks; --",
      '\ud83dbarge',
    ]) {
      const { hits } = await kb.retrieve(query, { mode: 'keyword' });
      expect(hits[0]?.chunk.documentId, JSON.stringify(query)).toMatch(/d0|d2/);
    }
  });

  it.each<[string, unknown, RegExp]>([
    ['nothing', '', /query.*empty/],
    ['white space', ' \n\t\u00a0', /query.*empty/],
    ['more than 100,000 characters', 'a'.repeat(100_001), /longer than 100,000 characters/],
    ['a number', 42, /query/],
    ['null', null, /query/],
  ])('refuses a query of %s', async (_what, query, message) => {
    await expect(kb.retrieve(query as string)).rejects.toMatchObject({
      code: 'CONFIG',
      message: expect.stringMatching(message),
    });
  });

  it.each<[string, unknown, RegExp]>([
    ['topK 0', { topK: 0 }, /topK/],
    ['topK −1', { topK: -1 }, /topK/],
    ['topK NaN', { topK: Number.NaN }, /topK/],
    ['topK 1.5', { topK: 1.5 }, /topK/],
    ['topK a million', { topK: 1_000_000 }, /topK.*10,?000/],
    ['an unknown option', { topk: 3 }, /topk/],
    ['an unknown mode', { mode: 'semantic' }, /mode/],
    ['a threshold above 1', { scoreThreshold: 2 }, /scoreThreshold/],
    ['no collections', { collections: [] }, /collections/],
    ['versions 0', { versions: 0 }, /versions/],
  ])('refuses %s', async (_what, options, message) => {
    await expect(kb.retrieve('barge', options as RetrieveOptions)).rejects.toMatchObject({
      code: 'CONFIG',
      message: expect.stringMatching(message),
    });
  });

  it.each<[string, object, RegExp]>([
    ['a great depth', { filter: deep(10_000) }, /deeper than 32/],
    [
      'a list of 10,000 values',
      { filter: { year: { $in: Array.from({ length: 10_000 }, String) } } },
      /more than 5000/,
    ],
    [
      '10,000 conditions',
      { filter: { $or: Array.from({ length: 10_000 }, (_, year) => ({ year })) } },
      /more than 1000/,
    ],
    ['an unknown operator', { filter: { year: { $above: 1 } } }, /\$above is not an operator/],
    ['a list', { filter: [] }, /is an object/],
    ['null', { filter: { year: null } }, /not null/],
    ['NaN', { filter: { year: Number.NaN } }, /finite/],
    [
      'a regular expression that looks ahead',
      { whereDocument: { $regex: 'a(?=b)' } },
      /\(\?=\) at character 2/,
    ],
    [
      'one that refers back',
      { whereDocument: { $regex: String.raw`(a)\1` } },
      /refers back .* at character 4/,
    ],
    ['one that repeats too much', { whereDocument: { $regex: 'a{600}b{600}' } }, /add up to more than 1000/],
    ['one that does not compile', { whereDocument: { $regex: '(' } }, /does not compile/],
    ['one of 100,000 characters', { whereDocument: { $regex: 'a'.repeat(100_000) } }, /longer than 1000/],
    ['a page 0', { region: { page: 0, name: 'top' } }, /whole number from 1/],
    ['an empty region', { region: { page: 1, x0: 1, y0: 0, x1: 0, y1: 1 } }, /x1 must be greater/],
  ])('refuses a filter of %s', async (_what, options, message) => {
    await expect(kb.retrieve('barge', options as RetrieveOptions)).rejects.toMatchObject({
      code: 'FILTER',
      message: expect.stringMatching(message),
      hint: expect.anything(),
    });
  });

  it('finds nothing where a filter contradicts itself, and says what an unknown field may mean', async () => {
    const contradiction = { $and: [{ format: 'text' }, { format: 'pdf' }] };
    expect((await kb.retrieve('barge', { filter: contradiction })).hits).toEqual([]);
    const { hits, warnings } = await kb.retrieve('barge', { filter: { frmat: 'text' } });
    expect(hits).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/frmat.*format/)]);
  });

  it('names the collections that there are', async () => {
    await expect(kb.retrieve('barge', { collection: 'boats' })).rejects.toMatchObject({
      code: 'COLLECTION_NOT_FOUND',
      hint: expect.stringMatching(/default/),
    });
  });
});

describe('pincite search', () => {
  let cwd: string;
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'pincite-bad-input-'));
    await writeFile(join(cwd, 'boats.md'), texts[0]!);
    await runCli(['add', 'boats.md'], { cwd });
  });
  afterAll(() => rm(cwd, { recursive: true }));

  it.each<[string, string[], RegExp]>([
    ['an empty query', [' '], /empty/],
    ['topK 0', ['barge', '-k', '0'], /-k|top-k|topK/i],
    ['a filter that is no JSON', ['barge', '--where', '{year:'], /--where/],
    ['an unknown operator', ['barge', '--where', '{"year":{"$above":1}}'], /\$above is not an operator/],
    ['an unknown collection', ['barge', '--collection', 'boats'], /There is no collection "boats"/],
    ['an unknown mode', ['barge', '--mode', 'semantic'], /--mode/],
  ])('says in a line or two what is wrong with %s', async (_what, args, message) => {
    const { code, stdout, stderr } = await runCli(['search', ...args], { cwd });
    expect(code).toBeGreaterThan(0);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(3);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});
