import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LeanAnswer, LeanDocument, LeanSearch, RetrieveResponse } from '../../src/index.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { runCli } from '../support/cli.ts';
import { startSite } from '../support/local-site.ts';
import { writePdf } from '../support/pdf.ts';

let folder: string;
const program = fileURLToPath(new URL('../../dist/cli.mjs', import.meta.url));
const pincite = (...args: string[]) => runCli(args, { cwd: folder });
const list = async () => JSON.parse((await pincite('list', '--json')).stdout) as LeanDocument[];

/** Looks into the store while another process writes to it. */
async function expectSomeStored(): Promise<void> {
  const store = await openSqliteStore(`sqlite:${join(folder, '.pincite')}`, { create: false });
  const collections = await store.collections();
  await store.close();
  expect(collections[0]?.documentCount).toBeGreaterThan(0);
}

/** With two papers, and a store of them: each test begins with a copy of the papers. */
let filled: string;
beforeAll(async () => {
  filled = await mkdtemp(join(tmpdir(), 'pincite-cli-'));
  await mkdir(join(filled, 'papers'));
  await writeFile(
    join(filled, 'papers', 'manual.md'),
    '# Pump manual\n\n## Maintenance\n\nReplace the impeller seal every 4,000 hours of operation.\n\n## Storage\n\nKeep the pump dry and above 5 °C.\n',
  );
  await writePdf(join(filled, 'papers', 'lease.pdf'), [
    'Lease agreement between Marlow Estates and Finch Tools for the hall at 12 Quay Road.',
    'The tenant may terminate this lease with six months of written notice to the landlord.',
  ]);
  expect(await runCli(['add', 'papers'], { cwd: filled })).toMatchObject({ code: 0 });
});
afterAll(() => rm(filled, { recursive: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-cli-'));
  await cp(join(filled, 'papers'), join(folder, 'papers'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

/** The store that `pincite add papers` makes: made once, as reading a PDF takes longer than what most tests are about. */
const addPapers = () => cp(join(filled, '.pincite'), join(folder, '.pincite'), { recursive: true });

describe('pincite add', () => {
  it('adds a folder, then finds it unchanged', async () => {
    const first = await pincite('add', 'papers');
    expect(first).toMatchObject({ code: 0 });
    expect(first.stdout).toMatch(/^2 added \(2 pages in 1 of them, /);
    const second = await pincite('add', 'papers');
    expect(second.stdout).toMatch(/2 unchanged/);
    expect((await list()).map(({ version }) => version)).toEqual([1, 1]);
    const again = await pincite('add', 'papers/lease.pdf', '--force');
    expect(again.stdout).toMatch(/^1 replaced \(2 pages, /);
  });

  it('reads files in a folder whose names hold # or ?', async () => {
    const names = ['a #b.md', 'c?d.txt'];
    await mkdir(join(folder, 'C# project'));
    for (const name of names) await writeFile(join(folder, 'C# project', name), `The file ${name} is read.`);
    expect((await pincite('add', 'C# project')).stdout).toMatch(/^2 added/);
    expect((await pincite('show', 'a #b.md')).stdout).toMatch(/format +markdown/);
  });

  it('replaces a changed file and leaves nothing of the old text', async () => {
    await pincite('add', 'papers');
    await writeFile(join(folder, 'papers', 'manual.md'), '# Pump manual\n\nThe seal is maintenance-free.\n');
    expect((await pincite('add', 'papers')).stdout).toMatch(/1 replaced, 1 unchanged/);
    const { stdout } = await pincite('search', 'impeller seal hours', '--mode', 'keyword', '--json=full');
    expect(
      (JSON.parse(stdout) as RetrieveResponse).hits.map(({ chunk }) => chunk.content).join(),
    ).not.toMatch(/4,000/);
  });

  it('says what is wrong with each bad file, stores the good ones, and exits with 1', async () => {
    await writeFile(join(folder, 'empty.txt'), '');
    await writeFile(join(folder, 'picture.pdf'), Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
    await writePdf(join(folder, 'locked.pdf'), ['Secret.'], { userPassword: 'sesame', pdfVersion: '1.7' });
    await writePdf(join(folder, 'cut.pdf'), ['Cut off in the middle.']);
    await truncate(join(folder, 'cut.pdf'), 300);
    const names = ['missing.pdf', 'empty.txt', 'picture.pdf', 'locked.pdf', 'cut.pdf'];
    const result = await pincite('add', ...names, 'papers');
    expect(result.code).toBe(1);
    expect(result.stdout).toMatch(/missing\.pdf.*no such file/i);
    expect(result.stdout).toMatch(/empty\.txt.*empty/i);
    expect(result.stdout).toMatch(/picture\.pdf.*PNG/i);
    expect(result.stdout).toMatch(/locked\.pdf.*password/i);
    expect(result.stdout).toMatch(/cut\.pdf: /);
    expect(result.stdout).toMatch(/2 added, 5 failed/);
    expect((await list()).map(({ title }) => title)).toHaveLength(2);
  });

  it('makes no store for a name that is mistyped', async () => {
    const result = await pincite('add', 'paper', 'manaul.md');
    expect(result).toMatchObject({ code: 1, stderr: '' });
    expect(result.stdout).toMatch(/paper could not be read: no such file/);
    expect(result.stdout).toMatch(/2 failed/);
    expect(existsSync(join(folder, '.pincite'))).toBe(false);
  });

  it('names a folder and a file that it may not read as failed, and adds the others', async () => {
    // Root reads everything: whoever owns nothing else takes its place.
    const uid = process.getuid?.() === 0 ? 65_534 : undefined;
    if (uid !== undefined) await chown(folder, uid, uid);
    await mkdir(join(folder, 'papers', 'closed'), { mode: 0 });
    await chmod(join(folder, 'papers', 'lease.pdf'), 0);
    const result = await runCli(['add', 'papers'], { cwd: folder, uid });
    await chmod(join(folder, 'papers', 'closed'), 0o700); // to be removed
    expect(result).toMatchObject({ code: 1, stderr: '' });
    expect(result.stdout).toMatch(/^Failed: papers\/closed could not be read: permission denied$/m);
    expect(result.stdout).toMatch(/^Failed: papers\/lease\.pdf could not be read: permission denied/m);
    expect(result.stdout).toMatch(/^1 added, 2 failed/m);
  });

  it('reads what comes on the standard input, which the next replaces', async () => {
    const added = await runCli(['add', '-'], { cwd: folder, input: 'The winch stands in hall nine.' });
    expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 added/) });
    expect((await pincite('show', 'stdin', '--text')).stdout).toBe('The winch stands in hall nine.\n');
    const again = await runCli(['add', '-'], { cwd: folder, input: 'The winch is gone.' });
    expect(again.stdout).toMatch(/^1 replaced/);
    const nothing = await pincite('add', '-');
    expect(nothing).toMatchObject({ code: 2, stderr: expect.stringMatching(/^Error: Nothing came on/) });
  });

  it('takes a pattern in quotes for what it matches, unless a file is called so', async () => {
    await mkdir(join(folder, 'papers', 'deep', 'er'), { recursive: true });
    await writeFile(join(folder, 'papers', 'deep', 'er', 'a.txt'), 'Deep down.');
    await writeFile(join(folder, 'papers', '.hidden.txt'), 'Hidden.');
    await writeFile(join(folder, 'what?.txt'), 'A name like a pattern.');
    await writeFile(join(folder, 'whats.txt'), 'Another one.');
    const added = await pincite('add', 'papers/**/*.txt', 'papers/[lm]*.??*', 'what?.txt', 'none*.txt');
    expect(added.stdout).toMatch(/none\*\.txt could not be read: no such file/);
    const names = (await list()).map(({ url }) => url!.split('/').at(-1));
    expect(names.toSorted()).toEqual(['a.txt', 'lease.pdf', 'manual.md', 'what%3F.txt']);
    expect((await pincite('add', 'papers/**', '--json')).stdout).toMatch(/"documentsProcessed": 3/);
  });

  it('says in its own words what is given in another way', async () => {
    const wrong = [
      [['add', 'papers', '--meta', 'type=memo'], /write --type memo/],
      [['add', 'papers', '--meta', 'title=Memo'], /pincite update <document> --set title=Memo/],
      [['add', ''], /A source is empty\n.*Name a file/],
    ] as const;
    for (const [args, message] of wrong)
      expect(await pincite(...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
    await addPapers();
    const tags = await pincite('update', 'lease', '--set', 'tags=["a","b"]');
    expect(tags.stderr).toContain(`--metadata '{"tags":["a","b"]}'`);
  });

  it('opens a locked file with its password', async () => {
    await writePdf(join(folder, 'locked.pdf'), ['The vault opens at noon.'], {
      userPassword: 'sesame',
      pdfVersion: '1.7',
    });
    expect(await pincite('add', 'locked.pdf', '--password', 'sesame')).toMatchObject({ code: 0 });
  });

  it('stops at Ctrl-C with whole documents only, and goes on the next time', async () => {
    const count = 100;
    await mkdir(join(folder, 'many'));
    const text = 'Every paragraph of this file says something about rivers, pumps and valves. '.repeat(100);
    for (let index = 0; index < count; index++) {
      await writeFile(join(folder, 'many', `${index}.txt`), `File ${index}.\n\n${text}`);
    }
    let isLate = true;
    await using site = await startSite((_, response) => {
      if (!isLate) response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Rivers rise.</p>');
    });
    // With a page that does not come, not all can be stored before the signal.
    const add = ['add', 'many', `${site.url}/late.html`];
    const env = { PINCITE_LOADING_ALLOW_ADDRESSES: '["loopback"]' };
    const stopped = await runCli(add, {
      cwd: folder,
      env,
      onStart: async (child) => {
        await vi.waitFor(expectSomeStored, { timeout: 30_000, interval: 20 });
        child.kill('SIGINT');
      },
    });
    expect(stopped).toMatchObject({ code: 130, stdout: '' });
    expect(stopped.stderr).toMatch(
      /Stopped\. \d+ of 101 documents stored whole, .* the other \d+ as before\. Run the same command again/,
    );
    const stored = await list();
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.length).toBeLessThanOrEqual(count);
    expect(stored.every(({ chunks }) => chunks > 0)).toBe(true);
    isLate = false;
    const resumed = await runCli([...add, '--json'], { cwd: folder, env });
    expect(JSON.parse(resumed.stdout)).toMatchObject({
      documentsSkipped: stored.length,
      documentsInserted: count + 1 - stored.length,
    });
  });
});

describe('pincite ask', () => {
  it('quotes the sentence that answers, with page and box', async () => {
    await addPapers();
    const { stdout } = await pincite(
      'ask',
      'With how much notice may the tenant terminate the lease?',
      '--json',
    );
    const answer = JSON.parse(stdout) as LeanAnswer;
    const [citation] = answer.citations;
    expect(answer.answered).toBe(true);
    expect(citation).toMatchObject({ n: 1, pages: [2], located: 'exact' });
    expect(citation!.quote).toMatch(/six months/);
    expect(citation!.rects.every(({ page }) => page === 2)).toBe(true);
    const shown = await pincite('show', citation!.documentId, '--json');
    const { text } = JSON.parse(shown.stdout) as { text: string };
    expect(text.slice(citation!.charStart, citation!.charEnd)).toBe(citation!.quote);
  });

  it('says so when the documents may not answer', async () => {
    await addPapers();
    const { stdout, code } = await pincite('ask', 'Which airline sponsors the national chess championship?');
    expect(code).toBe(0);
    expect(stdout).toMatch(/documents may not answer/);
  });

  it('wraps what it says of sources at words', async () => {
    await addPapers();
    const env = { COLUMNS: '40' };
    const { stdout } = await runCli(['ask', 'Which airline sponsors chess?'], { cwd: folder, env });
    const long = stdout.split('\n').filter((line) => line.length > 40);
    expect(long.filter((line) => line.trim().includes(' '))).toEqual([]);
  });

  it('says once that there is no answer', async () => {
    await addPapers();
    const asked = ['ask', 'Which airline sponsors the national chess championship?', '--format'];
    expect(await pincite(...asked, 'apa')).toMatchObject({ stderr: '' });
    const items = await pincite(...asked, 'csl-json');
    expect(items.stderr).toMatch(/documents may not answer/); // which no entry says
    expect(items.stdout).not.toMatch(/may not answer/);
  });

  it('prints where each quote stands', async () => {
    await pincite('add', 'papers'); // whose paths are those of the folder
    const { stdout } = await pincite('ask', 'How often must the impeller seal be replaced?');
    expect(stdout).toMatch(/\[1\] Pump manual.*Maintenance/);
    expect(stdout).toMatch(/papers\/manual\.md · characters \d+–\d+/);
    expect(stdout).toMatch(/✓ quote found word for word/);
  });
});

describe('pincite search', () => {
  it('applies the filter before the search', async () => {
    await addPapers();
    const { stdout } = await pincite('search', 'pump seal', '--where', '{"format": "pdf"}', '--json');
    const { results } = JSON.parse(stdout) as LeanSearch;
    expect(results.length).toBeGreaterThan(0);
    expect(results.every(({ documentId }) => documentId.startsWith('lease'))).toBe(true);
  });

  it('returns as many hits as are configured, unless -k says', async () => {
    await pincite('add', 'papers', '--chunk-size', '16', '--overlap', '0');
    const env = { PINCITE_RETRIEVAL_TOP_K: '1' };
    const linesOf = async (...args: string[]) =>
      (await runCli(['search', 'pump', ...args], { cwd: folder, env })).stdout.split('\n').length;
    const one = await linesOf();
    expect(await linesOf('-k', '1')).toBe(one);
    expect(await linesOf('-k', '2')).toBeGreaterThan(one);
  });

  it('says when nothing is found because nothing is there', async () => {
    await pincite('add', 'papers/manual.md', '--collection', 'pumps');
    const found = await pincite('search', 'pump', '--collection', 'pumps', '--where', '{"format": "pdf"}');
    expect(found).toMatchObject({
      code: 0,
      stdout: 'Note: Nothing that was added matches the filter, so nothing was searched.\nNothing found.\n',
    });
    await pincite('remove', 'manual.md', '--collection', 'pumps');
    const empty = await pincite('search', 'pump', '--collection', 'pumps');
    expect(empty.stdout).toMatch(/^Nothing found\.\nThe collection "pumps" is empty\./);
  });

  it('names the place of a mistake in the filter and exits with 2', async () => {
    await addPapers();
    const result = await pincite('search', 'pump', '--where', '{"year": {"$above": 3}}');
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toMatch(/\$above/);
  });

  it('takes a query without quotes', async () => {
    await addPapers();
    const { stdout, code } = await pincite('search', 'impeller', 'seal', '-k', '1');
    expect(stdout).toMatch(/^1\. Pump manual/);
    expect(code).toBe(0);
    expect((await pincite('ask', 'When', 'may', 'the', 'tenant', 'terminate?')).stdout).toMatch(/six months/);
  });

  it('says that a collection is empty, to whoever searches it or asks', async () => {
    await addPapers();
    await pincite('remove', 'manual', 'lease');
    for (const command of ['search', 'ask'])
      expect((await pincite(command, 'pump')).stdout).toMatch(
        /\nThe collection "default" is empty\. .*`pincite add`\.\n$/,
      );
  });

  it('says what to do before anything is added', async () => {
    const result = await pincite('search', 'pump');
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(/There is no store at .*\.pincite/);
    expect(result.stderr).toMatch(/pincite add/);
  });
});

describe('pincite remove', () => {
  it('removes by the start of an id and finds the text no more', async () => {
    await addPapers();
    expect((await pincite('remove', 'lease')).stdout).toMatch(/Removed 1 document and \d+ chunk/);
    const { stdout } = await pincite('search', 'tenant terminate lease', '--json');
    const { results } = JSON.parse(stdout) as LeanSearch;
    expect(results.every(({ documentId }) => documentId.startsWith('manual'))).toBe(true);
  });

  it('refuses to remove without being told what', async () => {
    expect(await pincite('remove')).toMatchObject({ code: 2 });
  });

  it('exits with 1 when there is no such document', async () => {
    await addPapers();
    const result = await pincite('remove', 'nothing-like-this');
    expect(result).toMatchObject({ code: 1 });
    expect(result.stderr).toMatch(/no document "nothing-like-this"/);
  });
});

describe('pincite list and show', () => {
  it('list nothing where there is no store yet, and say how to add', async () => {
    const why = expect.stringMatching(/^There is no store at .*\.pincite yet\. .*`pincite add <files>`\.\n$/);
    expect(await pincite('list')).toEqual({ code: 0, stdout: '0 documents\n', stderr: why });
    expect(await pincite('list', '--json')).toEqual({ code: 0, stdout: '[]\n', stderr: why });
    expect(await pincite('list', '--collections')).toMatchObject({ code: 0, stderr: why });
    await addPapers();
    await pincite('remove', 'manual', 'lease');
    const emptied = await pincite('list');
    expect(emptied).toMatchObject({ code: 0, stdout: '0 documents\n' });
    expect(emptied.stderr).toMatch(/The collection "default" is empty\. .*`pincite add`/);
  });

  it('keep escape sequences of documents from whoever reads their output, but not from text that is wanted as it is', async () => {
    const bell = '\u001b]0;owned\u0007';
    const title = { title: `Tides${bell}` };
    await writeFile(join(folder, 'tides.txt'), 'High water is at noon.');
    await pincite('add', 'tides.txt');
    await pincite('update', 'tides', '--metadata', JSON.stringify(title));
    for (const command of [['list'], ['show', 'tides'], ['search', 'water']]) {
      const { stdout } = await pincite(...command);
      expect(stdout).toContain('Tides]0;owned');
      expect(stdout).not.toContain('\u001b');
    }
    expect((await pincite('show', `no${bell}`)).stderr).toContain('no]0;owned');
    expect(await list()).toMatchObject([title]);
  });

  it('say how many documents there are beside those listed', async () => {
    await addPapers();
    expect((await pincite('list', '--limit', '1')).stdout).toMatch(/\n1 of 2 documents\n$/);
    expect((await pincite('list')).stdout).toMatch(/\n2 documents\n$/);
  });

  it('say which field of a filter no document has', async () => {
    await addPapers();
    const { stdout, stderr } = await pincite('list', '--where', '{"formt": "pdf"}');
    expect(stdout).toBe('0 documents\n');
    expect(stderr).toContain('No document has the field "formt" of the filter; did you mean "format"?');
  });

  it('are as wide as COLUMNS says', async () => {
    await mkdir(join(folder, 'archive'));
    const long = 'framework-agreement-on-the-supply-of-pumps-and-valves.md';
    await writeFile(join(folder, 'archive', long), '# Framework agreement on the supply of pumps\n\nText.\n');
    await pincite('add', 'archive');
    for (const columns of [60, 80]) {
      const env = { COLUMNS: String(columns) };
      for (const args of [['list'], ['list', '--collections']]) {
        const { stdout } = await runCli(args, { cwd: folder, env });
        expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(columns);
      }
    }
  });

  it('list an entry a document where a table has no room', async () => {
    await pincite('add', 'papers'); // whose paths are those of the folder
    const { stdout } = await runCli(['list'], { cwd: folder, env: { COLUMNS: '40' } });
    expect(stdout).toMatch(
      /\n\nPump manual\n {2}manual-\w+\n {2}papers\/manual\.md\n {2}markdown · 1 chunk\n/,
    );
    expect(stdout).toMatch(/ {2}pdf · 2 pages · 1 chunk\n/);
  });

  it('print what was said of a document', async () => {
    await addPapers();
    await pincite('update', 'lease', '--set', 'status=final', '--set', 'project=audit');
    const { stdout } = await pincite('show', 'lease');
    expect(stdout).toMatch(/project +audit\n.*"status":"final"/);
  });

  it('take the beginning of a chunk id', async () => {
    await addPapers();
    expect((await pincite('show', 'lease#0000')).stdout).toMatch(/^lease-\w+#0000 · pp\. 1–2\n/);
    expect(await pincite('update', '--chunk', 'lease#0000', '--set', 'review=done')).toMatchObject({
      code: 0,
    });
    const { stdout } = await pincite('search', 'lease', '--where', '{"review": "done"}', '--json');
    expect((JSON.parse(stdout) as LeanSearch).results).toHaveLength(1);
  });
});

describe('pincite', () => {
  it('loads nothing of the library for help', async () => {
    const place = join(folder, 'loaded');
    const env = { ...process.env, NODE_V8_COVERAGE: place };
    expect(spawnSync(process.execPath, [program, '--help'], { env }).status).toBe(0);
    const [file] = await readdir(place);
    const loaded = await readFile(join(place, file!), 'utf8');
    expect(loaded).toMatch(/dist\/main-[^/]*\.mjs/);
    expect(loaded).not.toMatch(/dist\/library-[^/]*\.mjs/);
  });

  it('prints help with examples for every command', async () => {
    const { stdout } = await pincite('--help');
    for (const command of ['add', 'search', 'ask', 'list', 'show', 'remove', 'doctor']) {
      expect(stdout).toMatch(new RegExp(`^  ${command}`, 'm'));
      expect((await pincite(command, '--help')).stdout).toContain(`Usage: pincite ${command}`);
    }
  });

  it.skipIf(!existsSync('/dev/full'))('says in one line that its output cannot be written', async () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [program, '--help'], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect(stderr).toMatch(/^Error: The output cannot be written: .*\n$/);
    expect(status).toBe(1);
  });

  it('exits with 2 on an unknown command, flag or value', async () => {
    const wrong = [
      ['ad'],
      ['help', 'foo'],
      ['list', '--colour'],
      ['search', 'x', '-k', '0'],
      ['search', 'x', '-k', '100000'],
      ['search', 'x', '--threshold', '7'],
      ['list', '--where', '{'],
      ['list', '--collection', ''],
      ['list', '--store', '/srv/library'],
      ['add', 'papers', '--chunk-method', 'nope'],
    ];
    for (const args of wrong) {
      expect(await runCli(args, { cwd: folder }), args.join(' ')).toMatchObject({ code: 2, stdout: '' });
    }
  });

  it('shows the configuration in force and checks each part', async () => {
    await writeFile(join(folder, 'pincite.config.yaml'), 'retrieval:\n  topK: 7\n');
    const { stdout, code } = await pincite('doctor');
    expect(code).toBe(0);
    expect(stdout).toMatch(/retrieval\.topK = 7/);
    expect(stdout).toMatch(/✓ store: /);
    expect(stdout).toMatch(/✓ embedding: /);
  });

  it('lists every mistake of a configuration file', async () => {
    await writeFile(join(folder, 'pincite.config.yaml'), 'retrieval:\n  topK: 0\nstroe: x\n');
    const result = await pincite('doctor');
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(/retrieval\.topK/);
    expect(result.stderr).toMatch(/stroe/);
  });
});
