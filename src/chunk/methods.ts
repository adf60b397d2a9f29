/**
 * The ways to cut documents that need no model. All work with units, spans that are not cut, and pack them (pack.ts):
 *
 *   token, recursive                what they divide a text into (windows.ts)
 *   structure, hierarchical, code   runs of sections (section-runs.ts); `code` first makes sections of declarations (code/)
 *   semantic                        runs of like sentences; it needs an embedder (semantic.ts)
 *
 * A chunk keeps its document and its span from here on. Pages, headings and rectangles are read off that span, so a citation
 * is read off a hit and never searched for. Parents are stored as chunks of a lower level.
 */
import type { Chunker } from './chunker.ts';
import { codeChunker } from './methods/code/code.ts';
import { hierarchicalChunker } from './methods/hierarchical.ts';
import { recursiveChunker } from './methods/recursive.ts';
import { sentenceWindowChunker } from './methods/sentence-window.ts';
import { structureChunker } from './methods/structure/structure.ts';
import { tokenChunker } from './methods/token.ts';
import { wholeDocumentChunker } from './methods/whole-document.ts';

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
