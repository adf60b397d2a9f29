/**
 * Time and memory of input that is made to cost much, over growing lengths: text without breaks, long titles, questions, replies of
 * models, regular expressions. Where the cost is linear, the last two columns stay as they are down a group. Fresh processes;
 * `npm run bench -- bounds [name]`.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

interface Case {
  readonly name: string;
  /** Characters. */
  readonly lengths: readonly number[];
  /** A module that does it with `length`, and calls `measure(work)`. */
  readonly script: string;
}

const source = (path: string) => JSON.stringify(fileURLToPath(new URL(`../src/${path}`, import.meta.url)));
const measuring = `
  const measure = async (work) => {
    const before = process.memoryUsage().rss;
    const started = performance.now();
    await work();
    const ms = performance.now() - started;
    const peak = process.resourceUsage().maxRSS * 1024;
    process.stdout.write(JSON.stringify({ ms, bytes: Math.max(0, peak - before) }));
  };`;

/** Reads and cuts a document, as the process that reads documents does. */
const cutting = (name: string, text: string) => `
  const { cutDocument } = await load(${source('knowledge-base/prepare/cut.ts')});
  const { parseConfig } = await load(${source('config/config.ts')});
  const { loading, chunking } = parseConfig({});
  const bytes = Buffer.from(${text});
  const request = (bytes) => ({ source: { bytes, name: ${JSON.stringify(name)}, limits: loading }, documentId: 'd', isNamed: true,
    metadata: {}, chunking: { ...chunking, method: 'structure' }, maxTokens: 512, reader: { maxTokens: 512 },
    embeddingModel: 'm', embeddedAt: '2026-01-01T00:00:00.000Z' });
  await cutDocument(request(Buffer.from('Barges are painted here in autumn.'))); // what is loaded once
  await measure(() => cutDocument(request(bytes)));`;

const reading = (reader: string, text: string) => `
  const { createReplyReader } = await load(${source('answer/generated/generated.ts')});
  const text = ${text};
  await measure(() => {
    const ${reader} = createReplyReader('en');
    for (let at = 0; at < text.length; at += 5) ${reader}.push(text.slice(at, at + 5));
    ${reader}.end();
  });`;

const asking = (call: string) => `
  const { openKnowledgeBase } = await load(${source('index.ts')});
  const kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  await kb.addDocuments([{ source: 'Barges are painted here in autumn.', sourceType: 'text', documentId: 'd' }]);
  await kb.ask('Where are barges painted?');
  await measure(() => kb.${call}('a-'.repeat(length / 2)));
  await kb.close();`;

const megabytes = [2e6, 4e6, 8e6];
const cases: readonly Case[] = [
  { name: 'one digit', lengths: megabytes, script: cutting('d.txt', `'7'.repeat(length)`) },
  { name: 'words in one line', lengths: megabytes, script: cutting('w.txt', `'word '.repeat(length / 5)`) },
  {
    name: 'base64',
    lengths: megabytes,
    script: cutting('b.txt', `(await import('node:crypto')).randomBytes(length * 3 / 4).toString('base64')`),
  },
  {
    name: 'JSON string',
    lengths: megabytes,
    script: cutting('s.json', `JSON.stringify({ a: '7'.repeat(length) })`),
  },
  {
    name: 'JSON key over 1 MB',
    lengths: [25e4, 5e5, 1e6],
    script: cutting(
      'k.json',
      `JSON.stringify({ ['k'.repeat(length)]: { a: 'Barges are painted. '.repeat(5e4) } })`,
    ),
  },
  {
    name: 'title over 1 MB',
    lengths: [25e4, 5e5, 1e6],
    script: cutting(
      't.md',
      `'# ' + 'title '.repeat(length / 6) + '\\n\\n' + 'Barges are painted. '.repeat(5e4)`,
    ),
  },
  {
    name: 'reply: prose',
    lengths: [2e4, 8e4, 16e4],
    script: reading('reader', `'word '.repeat(length / 5)`),
  },
  {
    name: 'reply: JSON',
    lengths: [2e4, 16e4, 64e4],
    script: reading(
      'reader',
      `JSON.stringify({ claims: [{ text: 'word '.repeat(length / 5), quotes: [] }] })`,
    ),
  },
  { name: 'question: ask', lengths: [1e3, 2e3, 4e3], script: asking('ask') },
  { name: 'question: retrieve', lengths: [25e3, 5e4, 1e5], script: asking('retrieve') },
  {
    name: 'expression (a|a)*$',
    lengths: [1e6, 2e6, 4e6],
    script: `
      const { matchingTexts } = await load(${source('store/filter/regex.ts')});
      const text = 'a'.repeat(2_000) + '!';
      const texts = Array.from({ length: length / 2_000 }, () => text);
      await measure(() => matchingTexts(texts, { regex: ['(a|a)*$'] }, String));`,
  },
];

const [wanted] = process.argv.slice(2);
console.log(`${'input'.padEnd(22)} characters        s  MB above start   s/M chars  bytes/char`);
for (const { name, lengths, script } of cases) {
  if (wanted !== undefined && !name.includes(wanted)) continue;
  for (const length of lengths) {
    const program = `${measuring}
      const load = async (path) => { const module = await import(path); return module.default ?? module; };
      const length = ${length};
      ${script}`;
    const options = [
      '--max-old-space-size=4000',
      '--import',
      'jiti/register',
      '--input-type=module',
      '-e',
      program,
    ];
    const { stdout, stderr, status } = spawnSync(process.execPath, options, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name}: ${stderr.slice(-2000)}`);
    const { ms, bytes } = JSON.parse(stdout) as { ms: number; bytes: number };
    const columns = [
      length.toLocaleString('en').padStart(10),
      (ms / 1000).toFixed(2).padStart(8),
      (bytes / 2 ** 20).toFixed(0).padStart(15),
      (ms / 1000 / (length / 1e6)).toFixed(2).padStart(11),
      (bytes / length).toFixed(1).padStart(11),
    ];
    console.log(`${name.padEnd(22)} ${columns.join(' ')}`);
  }
}
