import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Chunker } from '../../src/chunk/chunker.ts';
import { chunkingMethods } from '../../src/config/settings/chunking.ts';
import type { Embedder } from '../../src/embed/embedder.ts';
import { openKnowledgeBase } from '../../src/knowledge-base/knowledge-base.ts';
import { levels } from '../../src/types.ts';
import { runCli } from '../support/cli.ts';

const topics = ['otters', 'owls', 'bees', 'whales', 'foxes', 'storks'];
const paragraph = (topic: string, part: number) =>
  Array.from(
    { length: 8 },
    (_, index) => `Note ${part * 8 + index} about ${topic} says where they were seen on that day.`,
  ).join(' ');
const handbook = `# Handbook of animals

${topics
  .map(
    (topic) => `## On ${topic}

${paragraph(topic, 0)}

${topic === 'whales' ? 'The heart of the blue whale beats about eight times a minute. ' : ''}${paragraph(topic, 1)}

| name | count |
| --- | --- |
| ${topic} | ${topic.length} |
`,
  )
  .join('\n')}`;
const question = 'How often does the heart of the blue whale beat a minute?';
const fact = 'The heart of the blue whale beats about eight times a minute.';

const openMemory = (chunking: object) => openKnowledgeBase({ store: 'sqlite::memory:', chunking });

describe.each(chunkingMethods)('documents cut by %s', (method) => {
  it('are found, and cited at the exact place', async () => {
    await using kb = await openMemory({ method, chunkSize: 128, overlap: 16 });
    const added = await kb.addDocuments([
      { source: handbook, sourceType: 'text', documentId: 'handbook' },
      { source: 'Ships are painted red. '.repeat(20), sourceType: 'text', documentId: 'ships' },
    ]);
    expect(added).toMatchObject({ success: true, documentsInserted: 2 });
    const { text } = await kb.document('handbook');
    for (const { content, charStart, charEnd } of await kb.chunks('handbook')) {
      expect(text.slice(charStart, charEnd)).toBe(content);
    }

    const { hits } = await kb.retrieve(question);
    expect(hits[0]!.chunk.content).toContain(fact);
    expect(hits.every(({ chunk }) => chunk.level >= levels.passage)).toBe(true);

    const { answered, citations } = await kb.ask(question);
    expect(answered).toBe(true);
    expect(citations[0]).toMatchObject({ documentId: 'handbook', located: 'exact', quote: fact });
    expect(text.slice(citations[0]!.charStart, citations[0]!.charEnd)).toBe(fact);
    const cited = (await kb.chunks('handbook')).find(({ chunkId }) => chunkId === citations[0]!.chunkId)!;
    expect(cited.content).toContain(fact);
  });
});

describe('hits of a sentence', () => {
  it('are read with the two sentences on either side, or as many as asked for', async () => {
    for (const [contextWindow, sentences] of [
      [undefined, 5],
      [1, 5],
      [3, 7],
    ] as const) {
      await using kb = await openMemory({ method: 'sentenceWindow' });
      await kb.addDocuments([{ source: handbook, sourceType: 'text', documentId: 'handbook' }]);
      const { hits, passages } = await kb.retrieve(question, { topK: 1, contextWindow });
      expect(hits[0]!.chunk.content).toBe(fact);
      expect(passages[0]!.text.match(/[^.]+\./g)).toHaveLength(sentences);
      expect(passages[0]!.chunks).toHaveLength(sentences);
    }
  });
});

describe('hits of a hierarchy', () => {
  it('are passages, read with their section as far as the budget goes', async () => {
    await using kb = await openMemory({ method: 'hierarchical', chunkSize: 64, overlap: 0 });
    await kb.addDocuments([{ source: handbook, sourceType: 'text', documentId: 'handbook' }]);
    const chunks = await kb.chunks('handbook');
    const passageFor = async (tokenBudget: number) => {
      const { hits, passages } = await kb.retrieve(question, { topK: 1, contextWindow: 1, tokenBudget });
      expect(hits[0]!.chunk.level).toBe(levels.passage);
      expect(passages[0]!.tokenCount).toBeLessThanOrEqual(tokenBudget);
      return { hit: hits[0]!.chunk, passage: passages[0]! };
    };
    const { hit, passage } = await passageFor(1000);
    const section = chunks.find(({ chunkId }) => chunkId === hit.parentChunkId)!;
    expect(section.level).toBe(levels.section);
    expect(passage.charStart).toBeLessThanOrEqual(section.charStart);
    expect(passage.charEnd).toBeGreaterThanOrEqual(section.charEnd);
    const small = await passageFor(80);
    expect(small.passage.text).toBe(hit.content);
  });

  it('are sections where the filter names that level', async () => {
    await using kb = await openMemory({ method: 'hierarchical', chunkSize: 64, overlap: 0 });
    await kb.addDocuments([{ source: handbook, sourceType: 'text', documentId: 'handbook' }]);
    const { hits } = await kb.retrieve(question, { filter: { level: levels.section } });
    expect(hits[0]!.chunk.content).toContain(fact);
    expect(hits.every(({ chunk }) => chunk.level === levels.section)).toBe(true);
    const { hits: inside } = await kb.retrieve(question, {
      filter: { parentChunkId: hits[0]!.chunk.chunkId },
    });
    expect(inside[0]!.chunk).toMatchObject({ level: levels.passage, parentChunkId: hits[0]!.chunk.chunkId });
  });
});

describe('retrieval from the top down', () => {
  const documents = [
    { source: handbook, sourceType: 'text' as const, documentId: 'handbook' },
    { source: 'A blue whale was seen off the coast.', sourceType: 'text' as const, documentId: 'note' },
  ];

  it('finds passages of the best sections, and of documents without sections', async () => {
    await using kb = await openMemory({
      method: 'hierarchical',
      chunkSize: 64,
      overlap: 0,
      summaries: 'extractive',
    });
    await kb.addDocuments(documents);
    const [best] = (await kb.retrieve(question, { filter: { level: levels.section } })).hits;
    const { hits, stats } = await kb.retrieve(question, { sections: 1 });
    expect(hits[0]!.chunk.content).toContain(fact);
    expect(new Set(hits.map(({ chunk }) => chunk.parentChunkId))).toEqual(
      new Set([best!.chunk.chunkId, undefined]),
    );
    expect(hits.every(({ chunk }) => chunk.level === levels.passage)).toBe(true);
    expect(stats.stages[0]).toMatchObject({ stage: 'sections', count: 1 });
    const { hits: all } = await kb.retrieve(question);
    expect(new Set(all.map(({ chunk }) => chunk.parentChunkId)).size).toBeGreaterThan(2);
  });

  it('heeds filters, and leaves those alone that name levels', async () => {
    await using kb = await openMemory({ method: 'hierarchical', chunkSize: 64, overlap: 0 });
    await kb.addDocuments(documents);
    const filtered = await kb.retrieve(question, { sections: 1, filter: { documentId: 'note' } });
    expect(filtered.hits.map(({ chunk }) => chunk.documentId)).toEqual(['note']);
    const { hits } = await kb.retrieve(question, { sections: 1, filter: { level: levels.section } });
    expect(hits.length).toBeGreaterThan(1);
    const inText = await kb.retrieve(question, { sections: 2, whereDocument: { $contains: 'eight times' } });
    expect(inText.hits).toHaveLength(1);
  });
});

describe('a chunker of one’s own', () => {
  const lines: Chunker = {
    name: 'lines',
    async chunk({ text }) {
      return Array.from(text.matchAll(/[^\n]+/g), (match) => ({
        charStart: match.index,
        charEnd: match.index + match[0].length,
        kind: 'text' as const,
        headingPath: [],
      }));
    },
  };
  const document = { source: 'The first line.\nThe second line.', sourceType: 'text', uri: 'a' } as const;

  it('cuts all documents, or one', async () => {
    await using kb = await openMemory({ method: lines });
    const { chunks } = await kb.addDocuments([document]);
    expect(chunks.map(({ content, chunkingMethod }) => [content, chunkingMethod])).toEqual([
      ['The first line.', 'lines'],
      ['The second line.', 'lines'],
    ]);
    await using usual = await openMemory({});
    const one = await usual.addDocuments([
      { ...document, chunking: { method: lines } },
      { ...document, uri: 'b' },
    ]);
    expect(one.chunks.map(({ chunkingMethod }) => chunkingMethod)).toEqual(['lines', 'lines', 'structure']);
  });

  it('fails the document with a reason where it throws or gives what is no chunk', async () => {
    const broken: Chunker = { name: 'broken', chunk: () => Promise.reject(new Error('no idea')) };
    const wrong: Chunker = {
      name: 'wrong',
      chunk: async () => [{ charStart: 0, charEnd: 1000, kind: 'text', headingPath: [] }],
    };
    await using kb = await openMemory({});
    const { errors } = await kb.addDocuments([
      { ...document, chunking: { method: broken } },
      { ...document, uri: 'b', chunking: { method: wrong } },
    ]);
    expect(errors.map(({ error }) => [error.code, error.message])).toEqual([
      ['CHUNKING', 'Chunker broken failed: no idea'],
      ['CHUNKING', 'Chunker wrong: draft 0 is from 0 to 1000, and the text has 32 characters'],
    ]);
  });
});

describe('a size that the embedding model does not read', () => {
  const embedder: Embedder = {
    modelId: 'short-sighted',
    dimensions: 2,
    maxTokens: 100,
    embed: async (texts) => texts.map(() => new Float32Array([1, 0])),
  };
  const add = async (chunking: object) => {
    await using kb = await openKnowledgeBase({
      store: 'sqlite::memory:',
      embedding: { model: embedder },
      chunking,
    });
    return await kb.addDocuments([{ source: handbook, sourceType: 'text', documentId: 'handbook' }]);
  };

  it('is refused', async () => {
    const { errors } = await add({ chunkSize: 200, overlap: 20 });
    expect(errors[0]!.error).toMatchObject({
      code: 'CHUNKING',
      message: 'chunkSize is 200 tokens; the embedding model reads 100',
      hint: expect.stringContaining('at most 75'),
    });
  });

  it.each(chunkingMethods)('is made smaller where it is a preset’s, by %s', async (method) => {
    const { chunks } = await add({ method, preset: 'legal' });
    expect(chunks.length).toBeGreaterThan(10);
    expect(Math.max(...chunks.map(({ tokenCount }) => tokenCount))).toBeLessThanOrEqual(75);
  });
});

describe('pincite chunk', () => {
  let folder: string;
  const pincite = (...args: string[]) => runCli(args, { cwd: folder });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pincite-chunk-'));
    await writeFile(join(folder, 'handbook.md'), handbook);
    await writeFile(
      join(folder, 'noise.bin'),
      new Uint8Array(2000).map((_, index) => (index * 7919) % 251),
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(chunkingMethods)('lists the chunks by %s and stores nothing', async (method) => {
    const { code, stdout } = await pincite(
      'chunk',
      'handbook.md',
      '--method',
      method,
      '--size',
      '128',
      '--overlap',
      '16',
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^#0000 {2}0–\d+ · [\d,]+ tokens · /);
    expect(stdout).toMatch(/\n[\d,]+ chunks? by \w+, /);
    expect((await pincite('list')).stdout).not.toContain('handbook');
  });

  it('gives text, chunks and contexts as JSON', async () => {
    const { stdout } = await pincite('chunk', 'handbook.md', '--preset', 'legal', '--ocr', 'never', '--json');
    const { text, chunks, contexts } = JSON.parse(stdout);
    expect(text).toBe(handbook);
    expect(contexts).toHaveLength(chunks.length);
    for (const { content, charStart, charEnd, tokenCount } of chunks) {
      expect(content).toBe(text.slice(charStart, charEnd));
      expect(tokenCount).toBeLessThanOrEqual(256);
    }
  });

  it('prints the text in its chunks without colours where no terminal is', async () => {
    const { stdout } = await pincite('chunk', 'handbook.md', '--size', '128', '--show');
    expect(stdout).toContain(fact);
    expect(stdout).not.toContain('\u001b');
    const coloured = await runCli(['chunk', 'handbook.md', '--size', '64', '--overlap', '30', '--show'], {
      cwd: folder,
      env: { FORCE_COLOR: '1', NO_COLOR: '' },
    });
    expect(coloured.stdout).toContain('\u001b[36m');
  });

  it('writes a page that holds the whole text, escaped, and loads nothing', async () => {
    await writeFile(
      join(folder, 'evil.md'),
      `# A <script>alert(1)</script> & more\n\n${paragraph('bees', 0)}\n`,
    );
    const { code } = await pincite(
      'chunk',
      'evil.md',
      '--size',
      '64',
      '--overlap',
      '20',
      '--show',
      'page.html',
    );
    expect(code).toBe(0);
    const page = await readFile(join(folder, 'page.html'), 'utf8');
    expect(page).not.toMatch(/<script|src=|https?:/);
    expect(page).toContain('class="shared"');
    const article = /<article>(.*)<\/article>/s.exec(page)![1]!;
    const text = article
      .replaceAll(/<span class="label[ \w]*".*?<\/span>/g, '')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/&#(\d+);/g, (_, digits: string) => String.fromCharCode(Number(digits)));
    expect(text).toBe(await readFile(join(folder, 'evil.md'), 'utf8'));
  });

  it.each([
    [['--method', 'paragraphs'], /--method <name>' .*Allowed choices are structure, token, recursive, /],
    [['--preset', 'poems'], /--preset <name>' .*Allowed choices are default, questionAnswering, /],
    [['--size', '64', '--overlap', '64'], /overlap must be less than chunkSize/],
    [['--size', '100000'], /--size <tokens>' .*from 16 to 8,192/],
  ])('refuses %j', async (flags, message) => {
    const { code, stderr } = await pincite('chunk', 'handbook.md', ...flags);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('writes over no file but such a page, and prints one line', async () => {
    const written = await pincite('chunk', 'handbook.md', '--show', 'own.html');
    expect(written.stdout).toMatch(/^Wrote own\.html: [\d,]+ chunks by structure, .*\n$/);
    expect(await pincite('chunk', 'handbook.md', '--show', 'own.html')).toMatchObject({ code: 0 });
    const swallowed = await pincite('chunk', '--show', 'handbook.md', 'noise.bin');
    expect(swallowed).toMatchObject({ code: 2, stderr: expect.stringMatching(/does not end in \.html/) });
    expect(await readFile(join(folder, 'handbook.md'), 'utf8')).toBe(handbook);
    const nowhere = await pincite('chunk', 'handbook.md', '--show', 'none/own.html');
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringMatching(/cannot be written/) });
  });

  it('says of binary data that it is no text', async () => {
    const { code, stderr } = await pincite('chunk', 'noise.bin');
    expect(code).toBe(1);
    expect(stderr).toMatch(/noise\.bin (?:holds binary data|looks like)/);
  });
});
