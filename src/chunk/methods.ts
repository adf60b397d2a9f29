import type { Chunker } from './chunker.ts';
import { codeChunker } from './code.ts';
import { hierarchicalChunker } from './hierarchical.ts';
import { recursiveChunker } from './recursive.ts';
import { sentenceWindowChunker } from './sentence-window.ts';
import { structureChunker } from './structure.ts';
import { tokenChunker } from './token.ts';
import { wholeDocumentChunker } from './whole-document.ts';

/** The chunkers that have a name in the configuration. */
export const chunkers = {
  structure: structureChunker,
  token: tokenChunker,
  recursive: recursiveChunker,
  sentenceWindow: sentenceWindowChunker,
  hierarchical: hierarchicalChunker,
  code: codeChunker,
  wholeDocument: wholeDocumentChunker,
} satisfies Readonly<Record<string, Chunker>>;
