import { describe, expect, it } from 'vitest';
import { inlineMarkers, quotationBlock, sourceLine, sourceMarker } from './format.ts';
import { sampleCitation as citation } from './sample.testing.ts';

describe('citation formats', () => {
  it('marks a sentence with the numbers of its sources', () => {
    expect(inlineMarkers([1])).toBe('[1]');
    expect(inlineMarkers([1, 3])).toBe('[1][3]');
  });

  it('names title and page in place', () => {
    expect(sourceMarker(citation())).toBe('[Source: Annual Report, page 15]');
    expect(sourceMarker(citation({ pageNumbers: [15, 16] }))).toBe('[Source: Annual Report, pages 15–16]');
    expect(sourceMarker(citation({ pageNumbers: [] }))).toBe('[Source: Annual Report, “Risks”]');
  });

  it('lists a source with its pages, printed labels first, gaps shown', () => {
    expect(sourceLine(citation({ title: 'Title', pageNumbers: [5, 6] }))).toBe('[1] Title, p. 5–6');
    expect(sourceLine(citation({ pageNumbers: [5, 7, 8] }))).toBe('[1] Annual Report, p. 5, 7–8');
    expect(sourceLine(citation({ pageNumbers: [4, 5], pageLabels: ['iv', 'v'] }))).toBe(
      '[1] Annual Report, p. iv–v',
    );
    expect(sourceLine(citation({ pageNumbers: [], sectionHeading: undefined }))).toBe('[1] Annual Report');
  });

  it('sets a quotation with title, section and page below it', () => {
    expect(quotationBlock(citation())).toBe('> The river\n> rises.\n>\n> — Annual Report, “Risks”, p. 15');
    const row = {
      quote: '| Probes | 41 |',
      quoteContext: '| Segment | 2025 |',
      quoteCaption: 'In thousands',
    };
    expect(quotationBlock(citation(row))).toMatch(/^> Segment: Probes · 2025: 41 \(In thousands\)\n>/);
    const picture = quotationBlock(citation({ quote: '![x](https://evil.example/)', title: '[A](b:)\n# B' }));
    expect(picture).toBe(
      String.raw`> !\[x\](https\://evil.example/)` + '\n>\n' + String.raw`> — \[A\](b:) # B, “Risks”, p. 15`,
    );
  });
});
