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
import type { ChunkDraft, Chunker } from './chunker.ts';
import { codeChunker } from './methods/code/code.ts';
import { hierarchicalChunker } from './methods/hierarchical.ts';
import { recursiveChunker } from './methods/recursive.ts';
import {
  draftUnderHeadings,
  joinedBlocks,
  openPacking,
  structureChunker,
} from './methods/structure/structure.ts';
import { levels } from '../types.ts';
import { divideUnit } from './units/divide-unit.ts';
import { isRunningText } from './units/section-runs.ts';
import { trimSpan } from '../text/spans.ts';
import { placeBlocks } from './units/outline.ts';
import { divide, divideIntoWords } from './units/divide.ts';
import { draftWindows } from './methods/windows.ts';

/** A window ends with a sentence or line when that leaves it at least this full, else with a word. */
const FULL_ENOUGH = 0.85;

/**
 * Windows of at most `chunkSize` tokens over the whole text, whatever its headings, that share up to `overlap`
 * tokens. They end with a sentence, line or row where one ends in the last 15 %, else with a word; a table that
 * fits into a window is never cut.
 */
export const tokenChunker: Chunker = {
  name: 'token',
  chunk: (document, options) =>
    draftWindows(document, options, {
      divide: ({ kind, charStart: start, charEnd: end }, dividing) => divide({ start, end }, kind, dividing),
      refine: (next, packTokens, dividing) =>
        packTokens >= FULL_ENOUGH * options.chunkSize ? [] : divideIntoWords(next, dividing),
    }),
};

/** The document as one chunk where the embedding model reads it whole; a longer one is cut by its structure. */
const wholeDocumentChunker: Chunker = {
  name: 'wholeDocument',
  async chunk(document, options) {
    const { measure } = await openPacking(document, options);
    const span = trimSpan(document.text, 0, document.text.length);
    if (span.start === span.end) return [];
    if (measure.fits(span, options.mostTokens ?? Number.POSITIVE_INFINITY)) {
      const whole = { ...span, blocks: placeBlocks(document) };
      return [draftUnderHeadings({ ...span, units: [whole] })];
    }
    const drafts = await structureChunker.chunk(document, options);
    return drafts.map((draft) => ({ ...draft, method: structureChunker.name }));
  },
};

/**
 * Every sentence, with the headings that it follows: a sharp target for a search, whose hit is widened by the sentences
 * around it. Tables and code that fit into `chunkSize` tokens are whole; nothing overlaps.
 */
const sentenceWindowChunker: Chunker = {
  name: 'sentenceWindow',
  async chunk(document, options) {
    const packing = await openPacking(document, options);
    const { measure, limit, turn } = packing;
    const drafts: ChunkDraft[] = [];
    for (const unit of joinedBlocks(document, packing)) {
      const isWhole = !isRunningText(unit) && measure.fits(unit, limit);
      for (const part of isWhole ? [unit] : divideUnit(unit, packing)) {
        drafts.push({ ...draftUnderHeadings({ ...part, units: [part] }), level: levels.sentence });
      }
      if (turn.isOver()) await turn.next();
    }
    return drafts;
  },
};

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
