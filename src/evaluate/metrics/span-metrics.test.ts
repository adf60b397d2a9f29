import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { precisionOmega, spanIou, spanPrecision, spanRecall } from './span-metrics.ts';
import { intersect, totalLength, unite, type Span } from './spans.ts';

const span = (charStart: number, charEnd: number, documentId = 'd'): Span => ({
  documentId,
  charStart,
  charEnd,
});

describe('unite and intersect', () => {
  it('merge overlapping and touching spans of one document only', () => {
    expect(unite([span(5, 8), span(0, 3), span(3, 4), span(3, 4, 'e')])).toEqual([
      span(0, 4),
      span(5, 8),
      span(3, 4, 'e'),
    ]);
    expect(intersect([span(0, 10), span(5, 15)], [span(8, 12), span(8, 12, 'e')])).toEqual([span(8, 12)]);
  });
});

describe('span metrics, worked by hand', () => {
  // excerpts 100…150 and 300…350 (100 characters); chunks 80…180 and 140…240 overlap by 40 and hold 50 of them
  const excerpts = [span(100, 150), span(300, 350)];
  const retrieved = [span(80, 180), span(140, 240)];

  it('recall is the covered share of the excerpts', () => {
    expect(spanRecall(retrieved, excerpts)).toBe(50 / 100);
  });

  it('precision counts text that was retrieved twice twice', () => {
    expect(spanPrecision(retrieved, excerpts)).toBe(50 / 200);
  });

  it('intersection over union adds the excerpts that were missed', () => {
    expect(spanIou(retrieved, excerpts)).toBe(50 / 250);
  });

  it('precision omega takes every chunk that touches an excerpt, overlaps once', () => {
    // touching: 80…180, 140…240 (100…150) and 320…420 (320…350 of 300…350); missed: 300…320
    const chunks = [span(0, 80), span(80, 180), span(140, 240), span(240, 300), span(320, 420)];
    expect(precisionOmega(chunks, excerpts)).toBe((50 + 30) / (160 + 100 + 20));
  });

  it('spans of another document count as retrieved and cover nothing', () => {
    const other = [span(100, 150, 'e')];
    expect(spanRecall(other, excerpts)).toBe(0);
    expect(spanPrecision([...retrieved, ...other], excerpts)).toBe(50 / 250);
  });

  it('are 0 without retrieved text or excerpts', () => {
    expect([spanRecall([], excerpts), spanPrecision([], excerpts), spanIou([], excerpts)]).toEqual([0, 0, 0]);
    expect([spanRecall(retrieved, []), precisionOmega([], [])]).toEqual([0, 0]);
  });
});

describe('span metrics on any spans', () => {
  const spans = fc.array(
    fc
      .tuple(fc.constantFrom('d', 'e'), fc.nat(50), fc.nat(20))
      .map(([document, start, length]) => span(start, start + length, document)),
    { maxLength: 6 },
  );

  it('stay within 0…1, and the union over intersection is the least of the three', () => {
    fc.assert(
      fc.property(spans, spans, (retrieved, excerpts) => {
        const values = [spanRecall, spanPrecision, spanIou, precisionOmega].map((metric) =>
          metric(retrieved, excerpts),
        );
        expect(values.every((value) => value >= 0 && value <= 1)).toBe(true);
        expect(values[2]).toBeLessThanOrEqual(Math.min(values[0]!, values[1]!) + 1e-12);
      }),
    );
  });

  it('recall never falls with one more chunk', () => {
    fc.assert(
      fc.property(spans, spans, (retrieved, excerpts) => {
        expect(spanRecall(retrieved, excerpts)).toBeGreaterThanOrEqual(
          spanRecall(retrieved.slice(1), excerpts),
        );
      }),
    );
  });

  it('united spans are disjoint and hold the characters of the given ones', () => {
    fc.assert(
      fc.property(spans, (given) => {
        const characters = new Set<string>();
        for (const { documentId, charStart, charEnd } of given) {
          for (let at = charStart; at < charEnd; at++) characters.add(`${documentId}${at}`);
        }
        expect(totalLength(unite(given))).toBe(characters.size);
      }),
    );
  });
});
