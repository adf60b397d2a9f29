/** Splitters of other libraries as chunkers, where `bench/peers` is installed. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Chunker, ChunkDraft, ChunkOptions } from '../../src/chunk/chunker.ts';
import type { Embed } from '../../src/chunk/methods/semantic/semantic.ts';
import type { Tokenizer } from '../../src/text/tokens/tokens.ts';

const manifest = path.join(import.meta.dirname, '../peers/package.json');

type Cut = (text: string, options: ChunkOptions) => Promise<string[]>;

/** What is called of LangChain.js. Its splitter by tokens is left out: it fetches its vocabulary from a server. */
interface LangChain {
  readonly RecursiveCharacterTextSplitter: new (options: object) => TextSplitter;
  readonly MarkdownTextSplitter: new (options: object) => TextSplitter;
}
interface TextSplitter {
  splitText(text: string): Promise<string[]>;
}

/** What is called of chonkie. */
interface Chonkie {
  readonly TokenChunker: ChonkieChunker;
  readonly SentenceChunker: ChonkieChunker;
  readonly RecursiveChunker: ChonkieChunker;
  readonly SemanticChunker: ChonkieChunker;
}
interface ChonkieChunker {
  create(options: object): Promise<{ chunk(text: string): Promise<{ text: string }[]> }>;
}

/** None, with a note, unless they are installed. All count in the tokens that they are given. */
export async function peerChunkers(embed: Embed): Promise<Chunker[]> {
  if (!existsSync(path.join(path.dirname(manifest), 'node_modules/@chonkiejs'))) {
    console.error('The peers are left out: install them with `npm install --prefix bench/peers`.');
    return [];
  }
  const langchain = (await importPeer('@langchain/textsplitters')) as LangChain;
  const chonkie = (await importPeer('@chonkiejs/core')) as Chonkie;
  const embeddings = async (texts: string[]) => (await embed(texts)).map((vector) => Array.from(vector));
  return [
    chunkerOf('langchain-recursive', (text, options) =>
      new langchain.RecursiveCharacterTextSplitter(sizesOf(options)).splitText(text),
    ),
    chunkerOf('langchain-markdown', (text, options) =>
      new langchain.MarkdownTextSplitter(sizesOf(options)).splitText(text),
    ),
    chunkerOf('chonkie-token', chonkieWith(chonkie.TokenChunker)),
    chunkerOf('chonkie-sentence', chonkieWith(chonkie.SentenceChunker)),
    chunkerOf('chonkie-recursive', chonkieWith(chonkie.RecursiveChunker)),
    chunkerOf('chonkie-semantic', chonkieWith(chonkie.SemanticChunker, { embeddings })),
  ];
}

async function importPeer(name: string): Promise<unknown> {
  return import(pathToFileURL(createRequire(manifest).resolve(name)).href);
}

/** Both give texts; what chonkie says of their places counts tokens as characters. */
function chunkerOf(name: string, cut: Cut): Chunker {
  return {
    name,
    chunk: async ({ text }, options) => draftsOf(text, await cut(text, options)),
  };
}

/** Each part is looked for behind the start of the one before. */
function draftsOf(text: string, parts: readonly string[]): ChunkDraft[] {
  const drafts: ChunkDraft[] = [];
  for (const part of parts) {
    const start = text.indexOf(part, drafts.length === 0 ? 0 : drafts.at(-1)!.charStart + 1);
    if (start < 0 || part.trim() === '') continue;
    drafts.push({ charStart: start, charEnd: start + part.length, kind: 'text', headingPath: [] });
  }
  return drafts;
}

const sizesOf = ({ chunkSize, overlap, tokenizer }: ChunkOptions) => ({
  chunkSize,
  chunkOverlap: overlap,
  lengthFunction: (text: string) => tokenizer.count(text),
});

function chonkieWith(chunker: ChonkieChunker, more: object = {}): Cut {
  return async (text, { chunkSize, overlap, tokenizer }) => {
    const options = { chunkSize, chunkOverlap: overlap, tokenizer: chonkieTokenizer(tokenizer), ...more };
    const chunks = await (await chunker.create(options)).chunk(text);
    return chunks.map((chunk) => chunk.text);
  };
}

/** As chonkie calls one; its tokens are their texts. */
function chonkieTokenizer(tokenizer: Tokenizer) {
  const encode = (text: string) => {
    const offsets = tokenizer.offsets(text);
    return Array.from(offsets, (offset, index) => text.slice(offset, offsets[index + 1] ?? text.length));
  };
  const decode = (tokens: readonly string[]) => tokens.join('');
  return {
    tokenizer: async () => tokenizer,
    encode,
    decode,
    decodeBatch: (batch: readonly (readonly string[])[]) => batch.map(decode),
  };
}
