import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentStructure } from '../types.ts';
import { packStructure, withStructure } from './document-codec.ts';

const offset = fc.nat();
const coordinate = fc.integer({ min: -2_000_000, max: 20_000_000 }).map((steps) => steps / 100);
const rect = fc.record({
  page: fc.integer({ min: 1, max: 10_000 }),
  x0: coordinate,
  y0: coordinate,
  x1: coordinate,
  y1: coordinate,
});
const span = { charStart: offset, charEnd: offset };
const count = fc.integer({ min: 1, max: 1000 });
const structures: fc.Arbitrary<DocumentStructure> = fc.record({
  blocks: fc.array(fc.record({ kind: fc.constantFrom('text', 'table', 'list'), ...span })),
  tables: fc.array(
    fc.record({
      ...span,
      rowCount: count,
      columnCount: count,
      headerRows: offset,
      cells: fc.array(
        fc.record(
          { row: offset, column: offset, rowSpan: count, columnSpan: count, ...span, rect },
          { requiredKeys: ['row', 'column', 'rowSpan', 'columnSpan', 'charStart', 'charEnd'] },
        ),
      ),
      rects: fc.array(rect),
    }),
  ),
  links: fc.array(fc.record({ ...span, url: fc.string({ unit: 'binary' }) })),
  pictures: fc.array(
    fc.record(
      { ...span, alternativeText: fc.string({ unit: 'binary' }), rect },
      { requiredKeys: ['charStart', 'charEnd'] },
    ),
  ),
});

const bare = { text: '', pages: [], sections: [] };

describe('packStructure', () => {
  it('gives back offsets, texts and hundredths of points exactly', () => {
    fc.assert(
      fc.property(structures, (structure) => {
        expect(withStructure(bare, packStructure(structure)).structure).toEqual(structure);
      }),
    );
  });

  it('rounds finer coordinates to hundredths', () => {
    const picture = {
      charStart: 1,
      charEnd: 2,
      rect: { page: 1, x0: 1 / 3, y0: 2 / 3, x1: 10.006, y1: 20.004 },
    };
    const packed = packStructure({ blocks: [], tables: [], links: [], pictures: [picture] });
    expect(withStructure(bare, packed).structure?.pictures[0]?.rect).toEqual({
      page: 1,
      x0: 0.33,
      y0: 0.67,
      x1: 10.01,
      y1: 20,
    });
  });
});

describe('withStructure', () => {
  it('leaves the content of a document without one as it is, and unpacks once', () => {
    expect(withStructure(bare, null)).toBe(bare);
    const structure = { blocks: [], tables: [], links: [], pictures: [] };
    const content = withStructure(bare, packStructure(structure));
    expect(content.structure).toBe(content.structure);
    expect(JSON.parse(JSON.stringify(content))).toEqual({ ...bare, structure });
  });
});
