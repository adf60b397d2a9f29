/** Routing through the real program: rules of the configuration choose the collections. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKnowledgeBase, type RetrieveResponse } from '../../src/index.ts';
import { runCli } from '../support/cli.ts';

let cwd: string;
const pincite = (...args: string[]) => runCli(args, { cwd });
const search = async (...args: string[]) => {
  const { stdout } = await pincite('search', ...args, '--json=full');
  return JSON.parse(stdout) as RetrieveResponse;
};

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'pincite-routing-'));
  await writeFile(join(cwd, 'a.md'), 'The pump is greased every May by the crew of the mill.');
  await writeFile(join(cwd, 'b.md'), 'The invoice for the pump is paid within thirty days.');
  await pincite('add', 'a.md');
  await pincite('add', 'b.md', '--collection', 'finance');
  const config = 'retrieval:\n  routing:\n    - { keywords: [invoice, price], collections: [finance] }\n';
  await writeFile(join(cwd, 'pincite.config.yaml'), config);
});
afterAll(() => rm(cwd, { recursive: true }));

describe('pincite search with routing', () => {
  it('searches where the rules say, and says why', async () => {
    const { hits, queries, stats } = await search('price of the pump');
    expect(hits.map(({ collection }) => collection)).toEqual(['finance']);
    expect(queries.route).toEqual({ collections: ['finance'], by: 'rule', reason: '“price”' });
    expect(stats.stages[0]!.stage).toBe('route');
  });

  it('searches the default where none matches', async () => {
    const { hits, queries } = await search('who greases the pump');
    expect(hits.map(({ collection }) => collection)).toEqual(['default']);
    expect(queries.route).toMatchObject({ by: 'default', reason: 'no rule matches' });
  });

  it('is switched off, and gives way to a named collection', async () => {
    expect((await search('price of the pump', '--no-route')).queries.route).toBeUndefined();
    const named = await search('who greases the pump', '--collection', 'finance');
    expect(named.hits.map(({ collection }) => collection)).toEqual(['finance']);
    const usual = await search('price of the pump', '--collection', 'default');
    expect(usual.hits.map(({ collection }) => collection)).toEqual(['default']);
  });

  it('refuses a rule that can never match', async () => {
    const bad =
      'retrieval:\n  routing:\n    - { keywords: [a], collections: [] }\n    - { pattern: "(", collections: [x] }\n    - { pattern: "(?=a)b", collections: [x] }\n';
    await writeFile(join(cwd, 'bad.yaml'), bad);
    const { code, stderr } = await pincite('search', 'pump', '--config', 'bad.yaml');
    expect(code).toBe(2);
    expect(stderr).toMatch(/retrieval\.routing\.0\.collections/);
    expect(stderr).toMatch(/retrieval\.routing\.1\.pattern.*regular expression/);
    expect(stderr).toMatch(/retrieval\.routing\.2\.pattern.*regular expression/);
  });
});

describe('kb.retrieve with routing', () => {
  it('says of a filter that finds nothing what the collections that were searched have', async () => {
    const routing = [{ keywords: ['price'], collections: ['finance'] }, { collections: ['usual'] }];
    await using kb = await openKnowledgeBase({ store: 'sqlite::memory:', retrieval: { routing } });
    const source = { source: 'The pump is paid.', sourceType: 'text', documentId: 'a' } as const;
    await kb.addDocuments([{ ...source, metadata: { payee: 'Merrow' } }], { collection: 'finance' });
    const { warnings } = await kb.retrieve('price of the pump', { filter: { paye: 'Merrow' } });
    expect(warnings).toEqual([expect.stringMatching(/did you mean "payee"/)]);
  });

  it('is measured over the collections that it may choose', async () => {
    const routing = [{ keywords: ['price'], collections: ['finance'] }];
    await using kb = await openKnowledgeBase({ store: 'sqlite::memory:', retrieval: { routing } });
    await kb.addDocuments([{ source: 'The pump is red.', sourceType: 'text', documentId: 'a' }]);
    const paid = { source: 'The pump is paid.', sourceType: 'text', documentId: 'b' } as const;
    await kb.addDocuments([paid], { collection: 'finance' });
    const file = join(cwd, 'queries.yaml');
    const query = 'queries:\n  - query: price of the pump\n    relevantDocuments: [b]\n';
    await writeFile(file, `${query}    expectedCollections: [finance]\n`);
    const metrics = ['recall@5', 'routingAccuracy'];
    for (const retrieve of [{ route: true }, { collection: 'finance' }, { collections: ['finance'] }]) {
      const { configurations } = await kb.evaluate(file, {
        metrics,
        configurations: [{ name: 'x', retrieve }],
      });
      expect(configurations[0]!.metrics).toEqual({ 'recall@5': 1, routingAccuracy: 1 });
    }
    await expect(kb.evaluate(file, { metrics })).rejects.toThrow(/no document "b" in collection "default"/);
  });
});
