import { describe, expect, it } from 'vitest';
import { documentFrom, type Piece } from '../../../test/arbitraries/document.ts';
import { loadTokenizer } from '../../text/tokens/tokens.ts';
import { placeBlocks } from './outline.ts';
import { structureChunker } from '../methods/structure/structure.ts';

const tokenizer = await loadTokenizer('cl100k_base');
const rows = Array.from({ length: 40 }, (_, index) => `| Region ${index} | ${index * 100} |`);
const longTable: Piece = { kind: 'table', text: ['| Region | Sales |', '|---|---|', ...rows].join('\n') };
const shortTable: Piece = { kind: 'table', text: '| a | b |\n|---|---|\n| 1 | 2 |' };
const text = (of: string): Piece => ({ kind: 'text', text: of });

describe('a caption under a table', () => {
  it.each([
    'Table 4. Sales by region, in millions of euros.',
    'Tabelle A-2: Umsatz nach Gebieten',
    'Tableau IV – Ventes par région',
    'Figure 3',
    '*Table 4: Sales by region*',
    '**Table 4** – Sales by region',
    '表3：地域別売上高。',
  ])('is searched with all parts of the table: %s', async (caption) => {
    const document = documentFrom([longTable, text(caption), text('They rose.')]);
    const drafts = await structureChunker.chunk(document, { chunkSize: 64, overlap: 0, tokenizer });
    const [first, ...others] = drafts
      .filter(({ kind }) => kind === 'table')
      .map(({ charStart, charEnd, context }) => ({
        context,
        content: document.text.slice(charStart, charEnd),
      }));
    expect(others.length).toBeGreaterThan(3);
    expect(first!.context).toBe(caption);
    for (const { context } of others) expect(context).toBe(`${caption}\n| Region | Sales |`);
  });

  it.each([
    [
      ['Table 1. A', '|', 'Table 2. B', '|'],
      ['Table 1. A', 'Table 2. B'],
    ],
    [
      ['|', 'Table 1. A', '|', 'Table 2. B'],
      ['Table 1. A', 'Table 2. B'],
    ],
    [['|', 'Table 1 shows how it went on.'], [undefined]],
    [['|', 'Tables of this kind are rare.'], [undefined]],
    [['|', `Table 1. ${'Long '.repeat(100)}`], [undefined]],
    [['|', 'So it went.', 'Table 1. A'], [undefined]],
    [['Figures of this kind are rare.', '|'], [undefined]],
    [['Exhibit A of the agreement is this.', '|'], ['Exhibit A of the agreement is this.']],
  ])('is told from those over tables, and from other text: %j', (pieces, captions) => {
    const document = documentFrom(pieces.map((one) => (one === '|' ? shortTable : text(one))));
    const tables = placeBlocks(document).filter(({ kind }) => kind === 'table');
    expect(tables.map(({ caption }) => caption)).toEqual(captions);
  });
});
