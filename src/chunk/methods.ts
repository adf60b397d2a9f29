/**
 * The ways to cut documents. All but `semantic`, which needs an embedder and is opened in knowledge-base/prepare/prepare.ts, are in the map
 * below. All work with units, spans that are not cut, and pack them (units/pack.ts):
 *
 *   token, recursive                what they divide a text into (methods/windows.ts)
 *   structure, hierarchical, code   runs of sections (units/section-runs.ts); `code` first makes sections of declarations
 *   sentenceWindow                  one sentence each, with those around it
 *   semantic                        runs of like sentences (methods/semantic/)
 *   wholeDocument                   all of it
 *
 * A new one comes here, into config/settings/chunking.ts, apps/cli/options/choices.ts, docs/chunking.md and docs/requirements.md.
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
