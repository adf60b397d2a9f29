import * as fc from 'fast-check';
import type { Block, ChunkKind, LoadedDocument, Page, Section } from '../../src/types.ts';

/** A piece of a document: a heading of some level (1 by default), a paragraph, a list, a table or code. */
export interface Piece {
  readonly kind: ChunkKind;
  readonly text: string;
  /** 1…6, of headings. */
  readonly level?: number;
}

export interface DocumentShape {
  /** Stands between the pieces. */
  readonly separator?: string;
  /** Pieces on one page; one page without layout when absent. */
  readonly piecesPerPage?: number;
  readonly language?: string;
}

/** A loaded document of these pieces: text, blocks, sections from the headings, pages with a run a word. */
export function documentFrom(pieces: readonly Piece[], shape: DocumentShape = {}): LoadedDocument {
  const { separator = '\n\n', piecesPerPage = Number.POSITIVE_INFINITY, language } = shape;
  let text = '';
  const blocks: Block[] = [];
  const pageStarts: number[] = [0];
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) text += separator;
    if (index > 0 && index % piecesPerPage === 0) pageStarts.push(text.length);
    const charStart = text.length + (piece.text.length - piece.text.trimStart().length);
    text += piece.text;
    const charEnd = text.trimEnd().length;
    if (charEnd > charStart) blocks.push({ kind: piece.kind, charStart, charEnd });
  }
  const headings = pieces.filter(({ kind, text: own }) => kind === 'heading' && own.trim() !== '');
  return {
    text,
    format: 'markdown',
    blocks,
    sections: sectionsOf(text, blocks, headings),
    pages: pageStarts.map((charStart, index) =>
      pageOf(text, { index, charStart, charEnd: pageStarts[index + 1] ?? text.length }),
    ),
    bibliography: {},
    warnings: [],
    ...(language === undefined ? {} : { language }),
  };
}

function sectionsOf(text: string, blocks: readonly Block[], headings: readonly Piece[]): Section[] {
  const starts = blocks.filter(({ kind }) => kind === 'heading');
  const levels = headings.map(({ level = 1 }) => level);
  return starts.map(({ charStart, charEnd }, index) => {
    const next = starts.findIndex((_, other) => other > index && levels[other]! <= levels[index]!);
    return {
      heading: text.slice(charStart, charEnd).replace(/^#+\s*/, ''),
      level: levels[index]!,
      charStart,
      charEnd: next < 0 ? text.length : starts[next]!.charStart,
    };
  });
}

/** A page with lines of ten words, each word 40 × 10 points. */
function pageOf(
  text: string,
  { index, charStart, charEnd }: { index: number; charStart: number; charEnd: number },
): Page {
  const layout = Array.from(text.slice(charStart, charEnd).matchAll(/\S+/g), (match, word) => ({
    charStart: charStart + match.index,
    charEnd: charStart + match.index + match[0].length,
    x0: 50 + (word % 10) * 45,
    x1: 90 + (word % 10) * 45,
    y0: 50 + Math.floor(word / 10) * 14,
    y1: 60 + Math.floor(word / 10) * 14,
  }));
  return { number: index + 1, width: 595, height: 842, charStart, charEnd, layout };
}

const word = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'the',
      'company',
      'rose',
      'Dr.',
      '4.2',
      'U.S.',
      'risk',
      'liabilities',
      '(a)',
      '“quoted”',
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom('end.', 'why?', 'stop!', 'etc.', 'so…') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '👩‍👩‍👧‍👦',
      '🏳️‍🌈',
      '👍🏽',
      '🇩🇪🇫🇷',
      'e\u0301\u0327',
      'n\u0303o',
      '한국어',
      'שלום',
      '\ud800',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('東京都に行く。明日は雨。', '北京大学', 'ภาษาไทยง่าย', '𠀀𠀁𠀂') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
);
const gap = fc.oneof(
  { weight: 8, arbitrary: fc.constant(' ') },
  { weight: 1, arbitrary: fc.constantFrom('\n', '\r\n', '  ', '\u00a0', '') },
);

const prose = (maxLength: number) =>
  fc.array(fc.tuple(word, gap), { minLength: 1, maxLength }).map((words) => words.flat().join(''));
const giantWord = fc
  .tuple(fc.constantFrom('a', 'x9', '字', '👩‍👩‍👧', 'e\u0301', '-', '𠀀'), fc.integer({ min: 20, max: 400 }))
  .map(([unit, count]) => unit.repeat(count));
const row = fc
  .array(prose(3), { minLength: 1, maxLength: 4 })
  .map((cells) => `| ${cells.join(' | ').replaceAll(/[\r\n]/g, ' ')} |`);
const table = fc
  .tuple(row, fc.array(row, { maxLength: 25 }))
  .map(([header, rows]) => [header, '|---|---|', ...rows].join('\n'));
const lines = fc.array(prose(8), { minLength: 1, maxLength: 12 });

/** Any piece, with paragraphs of up to a few hundred words. */
export const pieceArbitrary: fc.Arbitrary<Piece> = fc.oneof(
  { weight: 5, arbitrary: prose(120).map((text): Piece => ({ kind: 'text', text })) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(prose(5), fc.integer({ min: 1, max: 3 }))
      .map(([text, level]): Piece => ({ kind: 'heading', text: `${'#'.repeat(level)} ${text}`, level })),
  },
  {
    weight: 1,
    arbitrary: lines.map((items): Piece => ({
      kind: 'list',
      text: items.map((item) => `- ${item}`).join('\n'),
    })),
  },
  { weight: 1, arbitrary: lines.map((code): Piece => ({ kind: 'code', text: code.join('\n  ') })) },
  { weight: 1, arbitrary: table.map((text): Piece => ({ kind: 'table', text })) },
  { weight: 1, arbitrary: giantWord.map((text): Piece => ({ kind: 'text', text })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Piece>({ kind: 'text', text: ' \n ' }, { kind: 'text', text: 'Items:' }),
  },
);

/** Any document: emoji, CJK, combining marks, CRLF, tables, empty sections, giant words, text without white space. */
export const documentArbitrary: fc.Arbitrary<LoadedDocument> = fc
  .tuple(
    fc.array(pieceArbitrary, { maxLength: 14 }),
    fc.record({
      separator: fc.constantFrom('\n\n', '\n', '\r\n\r\n', ' '),
      piecesPerPage: fc.integer({ min: 1, max: 5 }),
      language: fc.constantFrom(undefined, 'en', 'de', 'ja'),
    }),
  )
  .map(([pieces, shape]) => documentFrom(pieces, shape));
