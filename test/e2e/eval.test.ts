import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseQrels, parseRun, type ConfigurationResult } from '../../src/evaluate/index.ts';
import { runCli } from '../support/cli.ts';

let folder: string;
const pincite = (...args: string[]) => runCli(args, { cwd: folder });
const write = (name: string, text: string) => writeFile(join(folder, name), text);
const read = (name: string) => readFile(join(folder, name), 'utf8');

/** Each document is about one thing; each query asks for one of them in its words. */
const topics = {
  seal: [
    'Replacing the impeller seal',
    'The impeller seal of the pump is replaced every 4,000 hours of operation.',
  ],
  lease: [
    'Ending the lease',
    'The tenant may terminate the lease with six months of written notice to the landlord.',
  ],
  drift: [
    'Sensor drift',
    'The humidity sensor drifts by two percent a year and is calibrated in the laboratory.',
  ],
  river: [
    'River gauges',
    'Gauges along the river report the water level to the flood warning centre at midnight.',
  ],
  travel: [
    'Travel expenses',
    'Employees book second class rail tickets and keep the receipts of their expenses.',
  ],
} as const;
const queries = {
  q1: ['How often is the impeller seal replaced?', 'seal'],
  q2: ['With how much notice may the tenant terminate the lease?', 'lease'],
  q3: ['How much does the humidity sensor drift?', 'drift'],
  q4: ['When do the river gauges report the water level?', 'river'],
} as const;

const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

async function writeBeir(): Promise<void> {
  await mkdir(join(folder, 'beir', 'qrels'), { recursive: true });
  await write(
    'beir/corpus.jsonl',
    lines(Object.entries(topics).map(([_id, [title, text]]) => ({ _id, title, text }))),
  );
  await write('beir/queries.jsonl', lines(Object.entries(queries).map(([_id, [text]]) => ({ _id, text }))));
  const judged = Object.entries(queries).map(([id, [, document]]) => `${id}\t${document}\t1\n`);
  await write('beir/qrels/test.tsv', `query-id\tcorpus-id\tscore\n${judged.join('')}`);
}

/** Adds the same documents as files to the default collection; gives their ids by topic. */
async function addFilesIn(cwd: string): Promise<Record<string, string>> {
  await mkdir(join(cwd, 'papers'));
  for (const [name, [title, text]] of Object.entries(topics)) {
    await writeFile(join(cwd, `papers/${name}.md`), `# ${title}\n\n${text}\n`);
  }
  expect(await runCli(['add', 'papers'], { cwd })).toMatchObject({ code: 0 });
  const { stdout } = await runCli(['list', '--json'], { cwd });
  const documents = JSON.parse(stdout) as { id: string }[];
  return Object.fromEntries(documents.map(({ id }) => [id.split('-')[0]!, id]));
}

let filled: string;
let ids: Record<string, string>;
beforeAll(async () => {
  filled = await mkdtemp(join(tmpdir(), 'pincite-eval-test-'));
  ids = await addFilesIn(filled);
});
afterAll(() => rm(filled, { recursive: true }));

/** The files and their store, with the paths of the folder that it was made in. */
const copyFiles = () => cp(filled, folder, { recursive: true });

/** The documents of the collection "bench", with the instants at which they were stored. */
const listBench = async () =>
  JSON.parse((await pincite('list', '--collection', 'bench', '--json')).stdout) as unknown[];
const label = (input: string) => runCli(['eval', 'queries.yaml', '--label'], { cwd: folder, input });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-eval-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('pincite eval on a BEIR folder', () => {
  it('indexes the corpus, compares configurations, and prints exactly the JSON that is documented', async () => {
    await writeBeir();
    const { stdout, stderr, code } = await pincite(
      'eval',
      'beir',
      '--json',
      '--metrics',
      'ndcg@10,recall@1,mrr',
      '--compare',
      'keyword:mode=keyword',
      '--compare',
      'small:mode=hybrid,vectorWeight=0.3,chunkSize=16,overlap=0',
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const printed = JSON.parse(stdout) as { configurations: ConfigurationResult[] };
    expect(Object.keys(printed)).toEqual(['configurations']);
    const [keyword, small] = printed.configurations;
    expect(keyword).toMatchObject({ name: 'keyword', metrics: { 'ndcg@10': 1, 'recall@1': 1, mrr: 1 } });
    expect(keyword!.latencyMs.p50).toBeGreaterThan(0);
    expect(keyword!.latencyMs.p95).toBeGreaterThanOrEqual(keyword!.latencyMs.p50);
    expect(small).toMatchObject({
      name: 'small',
      settings: { mode: 'hybrid', fusion: { vectorWeight: 0.3 }, chunking: { chunkSize: 16, overlap: 0 } },
      comparison: { baseline: 'keyword' },
    });
    expect(await readdir(folder)).toEqual(['beir']); // nothing is left in the user's folder
  });

  it('keeps the corpus in a named collection and does not index it again', async () => {
    await writeBeir();
    const args = ['eval', 'beir', '--collection', 'bench', '--mode', 'keyword'];
    const { stdout } = await pincite(...args);
    expect(stdout).toMatch(/beir, 4 queries\nconfiguration +ndcg@10 .*\nkeyword +1\.0000/);
    const first = await listBench();
    expect(first).toHaveLength(5);
    expect(await pincite(...args)).toMatchObject({ code: 0 });
    expect(await listBench()).toEqual(first); // the same instants: nothing was stored again
  });

  it('writes run files, judgments and a report whose numbers equal the JSON', async () => {
    await writeBeir();
    const { stdout } = await pincite(
      'eval',
      'beir',
      '--json',
      '--run-dir',
      'runs',
      '--report',
      'report.html',
      '--compare',
      'a b/c:mode=keyword',
      '--compare',
      'meaning:mode=fast',
    );
    expect((await readdir(join(folder, 'runs'))).sort()).toEqual(['a-b-c.run', 'meaning.run', 'qrels.txt']);
    const run = parseRun(await read('runs/a-b-c.run'), 'run');
    expect(run.get('q1')![0]!.id).toBe('seal');
    expect(parseQrels(await read('runs/qrels.txt'), 'qrels').get('q2')).toEqual(new Map([['lease', 1]]));
    const html = await read('report.html');
    const [, data] = /id="data">(.*?)<\/script>/s.exec(html)!;
    expect(JSON.parse(data!)).toEqual(JSON.parse(stdout));
    for (const { metrics } of (JSON.parse(stdout) as { configurations: ConfigurationResult[] })
      .configurations) {
      for (const value of Object.values(metrics)) expect(html).toContain(value.toFixed(4));
    }
    const again = await pincite('eval', 'beir', '--json', '--run', 'theirs=runs/meaning.run');
    const [, vector] = (JSON.parse(stdout) as { configurations: ConfigurationResult[] }).configurations;
    expect(
      (JSON.parse(again.stdout) as { configurations: ConfigurationResult[] }).configurations[1],
    ).toMatchObject({
      name: 'theirs',
      metrics: vector!.metrics,
    });
  });

  it('tunes the fusion by cross-validation, and keeps what is in force for so few queries', async () => {
    await writeBeir();
    const { stdout, stderr, code } = await pincite('eval', 'beir', '--tune', '--metrics', 'mrr');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^beir, 4 queries\nweight +mrr\ndefault +1\.0000 +best, in force\nvectorWeight 0 /,
    );
    expect(stdout).toMatch(/4-fold cross-validation chose default \(4 times\)/);
    expect(stdout).toMatch(/Keep what is in force: these are too few queries/);
    const json = await pincite('eval', 'beir', '--tune', '--metrics', 'mrr', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ metric: 'mrr', outcome: 'tooFewQueries', queries: 4 });
    expect(await pincite('eval', 'beir', '--tune', '--gate', 'gate.yaml')).toMatchObject({ code: 2 });
  });

  it('exits with 1 and names the lines of the limits that are not met', async () => {
    await writeBeir();
    const reversed = Object.keys(queries).flatMap((query) => {
      const [, document] = queries[query as keyof typeof queries];
      const ranked = [...Object.keys(topics).filter((name) => name !== document), document];
      return ranked.map((name, index) => `${query} Q0 ${name} ${index + 1} ${10 - index} reversed\n`);
    });
    await write('reversed.run', reversed.join(''));
    await write('gate.yaml', 'ndcg@10: 0.9\nrecall@1: 0.9\nrecall@100: 1\nlatencyMs.p95: 60000\n');
    const good = await pincite('eval', 'beir', '--mode', 'keyword', '--gate', 'gate.yaml');
    expect(good).toMatchObject({ code: 0, stderr: '' });
    expect(good.stdout).toMatch(/All 4 limits are met/);
    await write(
      'gate.yaml',
      'configurations:\n  reversed:\n    ndcg@10: 0.9\n    recall@1: 0.9\n    recall@100: 1\n',
    );
    const bad = await pincite('eval', 'beir', '--run', 'reversed.run', '--gate', 'gate.yaml', '--json');
    expect(bad.code).toBe(1);
    expect(bad.stderr).toMatch(/gate\.yaml:3:14: ndcg@10 of reversed is 0\.3869, less than 0\.9/);
    expect(bad.stderr).toMatch(/gate\.yaml:4:15: recall@1 of reversed is 0\.0000, less than 0\.9/);
    expect(bad.stderr).not.toMatch(/recall@100/);
    expect(JSON.parse(bad.stdout)).toHaveProperty('configurations');
  });

  it.each([
    ['an unknown document', ['eval', 'beir'], /qrels\/test\.tsv:6: there is no document "nowhere"/],
    [
      'an unknown key',
      ['eval', 'beir', '--split', 'good', '--compare', 'a:speed=9'],
      /--compare does not know "speed=9"/,
    ],
    [
      'a bad value',
      ['eval', 'beir', '--split', 'good', '--compare', 'a:vectorWeight=2'],
      /fusion\.vectorWeight/,
    ],
    ['an unknown metric', ['eval', 'beir', '--split', 'good', '--metrics', 'ndcg'], /no metric "ndcg"/],
    ['a missing split', ['eval', 'beir', '--split', 'dev'], /qrels\/dev\.tsv/],
    ['no dataset', ['eval', 'nothing'], /There is no dataset nothing/],
  ])('exits with 2 for %s', async (_what, args, message) => {
    await writeBeir();
    const good = await read('beir/qrels/test.tsv');
    await write('beir/qrels/good.tsv', good);
    await write('beir/qrels/test.tsv', `${good}q1\tnowhere\t1\n`);
    const result = await pincite(...args);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toMatch(message);
  });
});

describe('pincite eval on a YAML query set', () => {
  it('is drafted from the collection, and evaluated as it is', async () => {
    await copyFiles();
    expect(await pincite('eval', '--init', 'queries.yaml')).toMatchObject({ code: 0 });
    expect(await read('queries.yaml')).toContain(`"${ids['seal']}": 2`);
    expect(await pincite('eval', '--init', 'queries.yaml')).toMatchObject({ code: 2 });
    expect(await pincite('eval', '--init', 'queries.yaml', '--force')).toMatchObject({ code: 0 });
    const { stdout, code } = await pincite(
      'eval',
      'queries.yaml',
      '--mode',
      'keyword',
      '--answers',
      '--json',
    );
    expect(code).toBe(0);
    const [result] = (JSON.parse(stdout) as { configurations: ConfigurationResult[] }).configurations;
    expect(result!.metrics).toMatchObject({ 'ndcg@10': 1, mrr: 1 });
    expect(result!.metrics['citationRecall']).toBeGreaterThanOrEqual(0);
  });

  it('takes grades from keys, skips what is graded, and keeps comments', async () => {
    await copyFiles();
    await write(
      'queries.yaml',
      `# mine\nqueries:\n  - query: ${queries.q1[0]}\n  - query: ${queries.q2[0]}\n    relevantDocuments: [${ids['lease']}]\n`,
    );
    const first = await label('2x0nsq');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/Query 1 of 2: How often/);
    expect(first.stdout).toMatch(/Replacing the impeller seal/);
    expect(first.stdout).toMatch(/2 grades written to queries\.yaml/);
    const text = await read('queries.yaml');
    expect(text).toContain('# mine');
    expect(text).toMatch(new RegExp(`${ids['seal']}: 2`));
    const again = await label('');
    expect(again.stdout).not.toMatch(/1\/\d+ Replacing the impeller seal/);
    expect(again.stdout).toMatch(/0 grades written/);
    expect(await pincite('eval', 'queries.yaml', '--metrics', 'mrr')).toMatchObject({ code: 0 });
  });

  it('names file, line and column of ids that the collection lacks', async () => {
    await copyFiles();
    await write('queries.yaml', 'queries:\n  - query: a\n    relevantDocuments:\n      nowhere: 2\n');
    const result = await pincite('eval', 'queries.yaml');
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toMatch(
      /queries\.yaml:4:16: there is no document "nowhere" in collection "default"/,
    );
  });

  it('names file, line and column of malformed YAML', async () => {
    await write('queries.yaml', 'queries:\n  - query: [\n');
    const result = await pincite('eval', 'queries.yaml');
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toMatch(/queries\.yaml:3:1: /);
  });

  it('says what to do about an empty or missing collection, and about chunk sizes without documents', async () => {
    await write('queries.yaml', 'queries:\n  - query: a\n    relevantDocuments: [x]\n');
    const missing = await pincite('eval', 'queries.yaml');
    expect(missing.code).toBe(1);
    expect(missing.stderr).toMatch(/collection "default".*\n.*pincite add/);
    const cut = await pincite('eval', 'queries.yaml', '--compare', 'small:chunkSize=64');
    expect(cut.code).toBe(2);
    expect(cut.stderr).toMatch(/none to index/);
    expect(cut.stderr).toMatch(/--documents/);
  });

  it('compares chunk sizes over documents that are named, and leaves the collection alone', async () => {
    const own = await addFilesIn(folder);
    await write(
      'queries.yaml',
      `queries:\n  - query: ${queries.q1[0]}\n    relevantDocuments: [${own['seal']}]\n`,
    );
    const { stdout, code } = await pincite(
      'eval',
      'queries.yaml',
      '--documents',
      'papers',
      '--json',
      '--metrics',
      'mrr',
      '--compare',
      'large:chunkSize=512',
      '--compare',
      'small:chunkSize=16,overlap=0',
    );
    expect(code).toBe(0);
    const { configurations } = JSON.parse(stdout) as { configurations: ConfigurationResult[] };
    expect(configurations.map(({ metrics }) => metrics['mrr'])).toEqual([1, 1]);
    const collections = JSON.parse((await pincite('list', '--collections', '--json')).stdout) as {
      name: string;
    }[];
    expect(collections.map(({ name }) => name)).toEqual(['default']);
  });
});
