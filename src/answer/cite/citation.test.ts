import { describe, expect, it } from 'vitest';
import type { DocumentContent } from '../../store/store.ts';
import type { Document } from '../../types.ts';
import { buildCitation } from './citation.ts';
import { sampleDocument } from './sample.testing.ts';

const text = 'Report\n\nIntro line.\n\nRisks\n\nThe river rises every spring.\n';
const spring = text.indexOf('The river');
const content: DocumentContent = {
  text,
  pages: [
    page({ number: 1, label: 'iv', charStart: 0, charEnd: spring + 10 }),
    page({ number: 2, charStart: spring + 10, charEnd: text.length }),
  ],
  sections: [
    { heading: 'Report', level: 1, charStart: 0, charEnd: text.length, anchor: 'report' },
    { heading: 'Risks', level: 2, charStart: text.indexOf('Risks'), charEnd: text.length },
  ],
};

function page({
  number,
  label,
  charStart,
  charEnd,
}: {
  number: number;
  label?: string;
  charStart: number;
  charEnd: number;
}) {
  const word = { charStart, charEnd: charStart + 4, x0: 72, y0: 100, x1: 110, y1: 112 };
  return { number, label, width: 595, height: 842, charStart, charEnd, layout: [word] };
}

const document = (changes: Partial<Document> = {}): Document =>
  sampleDocument({
    sourcePath: 'https://example.org/report.html#top',
    format: 'html',
    creators: ['Ada Ruiz'],
    dateCreated: '2025-03-01',
    ...changes,
  });

function cite(charStart: number, charEnd: number, of = document()) {
  const location = { charStart, charEnd, located: 'exact', similarity: 1 } as const;
  return buildCitation({
    sourceId: 3,
    document: of,
    content,
    chunk: { chunkId: 'd1#0000' },
    location,
    retrievalScore: 1.2,
  });
}

describe('buildCitation', () => {
  it('reads quote, pages, labels, section and rectangles off the span', () => {
    const citation = cite(spring, spring + 29);
    expect(citation).toMatchObject({
      sourceId: 3,
      chunkId: 'd1#0000',
      title: 'Annual Report',
      authors: ['Ada Ruiz'],
      date: '2025-03-01',
      quote: 'The river rises every spring.',
      pageNumbers: [1, 2],
      pageLabels: ['iv', '2'],
      sectionHeading: 'Risks',
      retrievalScore: 1,
      located: 'exact',
      quoteSimilarity: 1,
    });
    expect(citation.rects.map((rect) => rect.page)).toEqual([2]);
  });

  it('leaves labels out where the pages have none, and the section where there is none', () => {
    const citation = cite(text.indexOf('every'), text.indexOf('every') + 5);
    expect(citation.pageNumbers).toEqual([2]);
    expect(citation).not.toHaveProperty('pageLabels');
    const bare = { ...content, sections: [] };
    const location = { charStart: 0, charEnd: 6, located: 'exact', similarity: 1 } as const;
    const parts = {
      sourceId: 1,
      document: document(),
      chunk: { chunkId: 'd1#0000' },
      location,
      retrievalScore: 0,
    };
    expect(buildCitation({ ...parts, content: bare })).not.toHaveProperty('sectionHeading');
  });

  it('has what the quote is not to be read without where it points back, within its section', () => {
    const told = 'Risks\n\nThe river rises every spring. It floods the mill.\n\nIt dries up.\n';
    const bare = { ...content, text: told, sections: [] };
    const citeAt = (quote: string) => {
      const charStart = told.indexOf(quote);
      const location = {
        charStart,
        charEnd: charStart + quote.length,
        located: 'exact',
        similarity: 1,
      } as const;
      const chunk = { chunkId: 'd1#0000' };
      return buildCitation({
        sourceId: 1,
        document: document(),
        content: bare,
        chunk,
        location,
        retrievalScore: 0,
      });
    };
    expect(citeAt('It floods the mill.').quoteContext).toBe('The river rises every spring.');
    expect(citeAt('The river rises')).not.toHaveProperty('quoteContext');
  });

  it('links to the quote below the nearest heading with an anchor, to the page of a PDF, and nowhere for a file', () => {
    expect(cite(spring, spring + 9).url).toBe('https://example.org/report.html#report:~:text=The%20river');
    expect(cite(spring, spring + 9, document({ format: 'pdf', url: 'https://example.org/a.pdf' })).url).toBe(
      'https://example.org/a.pdf#page=1',
    );
    expect(cite(spring, spring + 9, document({ sourcePath: '/docs/report.html' }))).not.toHaveProperty('url');
  });
});

it('says which cell of a row is asked for, and where it stands', () => {
  const table = '| | 2025 | 2024 |\n| --- | --- | --- |\n| Gas | 41 | 38 |\n';
  const start = table.indexOf('| Gas');
  const words = ['Gas', '41', '38'].map((word, index) => {
    const at = table.lastIndexOf(word);
    return {
      charStart: at,
      charEnd: at + word.length,
      x0: 100 * index,
      y0: 50,
      x1: 100 * index + 20,
      y1: 60,
    };
  });
  const pages = [{ number: 1, width: 595, height: 842, charStart: 0, charEnd: table.length, layout: words }];
  const { cell } = buildCitation({
    sourceId: 1,
    document: document(),
    content: { text: table, pages, sections: [] },
    chunk: { chunkId: 'd1#0000' },
    location: { charStart: start, charEnd: table.length - 1, located: 'exact', similarity: 1 },
    head: 2,
    retrievalScore: 1,
  });
  const at = table.indexOf('38');
  expect(cell).toEqual({
    head: '2024',
    column: 2,
    quote: '38',
    charStart: at,
    charEnd: at + 2,
    rects: [{ page: 1, x0: 200, y0: 50, x1: 220, y1: 60 }],
  });
});
