import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCitations } from './format-citations.ts';
import { sampleAnswer, sampleCitation, sampleDocument } from './sample.testing.ts';

const article = sampleDocument({
  documentId: 'drift',
  title: 'Drift of sensors: 50% & more',
  creators: ['Ludwig van Beethoven', 'Quillane & Roe'],
  dateCreated: '2025-12-08',
  containerTitle: 'Waters_of Europe',
  doi: '10.1000/182_3',
  url: 'https://example.org/a_b?x=1&y={2}',
  language: 'en',
  metadata: { volume: '8', issue: 3, pages: '207–217' },
});

const bibtexOf = (changes: object) => formatCitations(sampleAnswer([sampleDocument(changes)]), 'bibtex');

const keyOf = (changes: object, others = 0) => {
  const documents = Array.from({ length: others }, (_, index) => sampleDocument({ documentId: `o${index}` }));
  const answer = sampleAnswer([...documents, sampleDocument(changes)]);
  return (JSON.parse(formatCitations(answer, 'csl-json')) as { id: string }[]).at(-1)!.id;
};

describe('formatCitations', () => {
  it('has an entry a citation, or one a document', () => {
    const citations = [sampleCitation(), sampleCitation({ sourceId: 2, pageNumbers: [3] })];
    const answer = sampleAnswer([sampleDocument()], { citations });
    expect(formatCitations(answer, 'list')).toBe('[1] Annual Report, p. 15\n[2] Annual Report, p. 3');
    expect(formatCitations(answer, 'source').split('\n')).toHaveLength(2);
    expect(formatCitations(answer, 'quotation').split('\n\n')).toHaveLength(2);
    expect(formatCitations(answer, 'apa')).toBe('*Annual Report*. (n.d.).');
    expect(formatCitations(answer, 'apa-in-text')).toBe(
      '(*Annual Report*, n.d., p. 15; *Annual Report*, n.d., p. 3)',
    );
    expect(JSON.parse(formatCitations(answer, 'csl-json'))).toHaveLength(1);
  });

  it('is empty where nothing is cited', () => {
    const answer = sampleAnswer([]);
    expect(formatCitations(answer, 'apa')).toBe('');
    expect(formatCitations(answer, 'csl-json')).toBe('[]');
  });

  it('refuses another style, and says which there are', () => {
    expect(() => formatCitations(sampleAnswer([]), 'ieee' as never)).toThrow(/no citation style "ieee"/);
  });

  it('gives CSL-JSON', () => {
    expect(JSON.parse(formatCitations(sampleAnswer([article]), 'csl-json'))).toEqual([
      {
        id: 'drift',
        type: 'article-journal',
        title: 'Drift of sensors: 50% & more',
        author: [{ family: 'van Beethoven', given: 'Ludwig' }, { literal: 'Quillane & Roe' }],
        issued: { 'date-parts': [[2025, 12, 8]] },
        'container-title': 'Waters_of Europe',
        volume: '8',
        issue: '3',
        page: '207–217',
        DOI: '10.1000/182_3',
        URL: 'https://example.org/a_b?x=1&y={2}',
        language: 'en',
      },
    ]);
  });

  it('gives BibTeX, with what TeX would act on escaped, but for addresses', () => {
    expect(formatCitations(sampleAnswer([article]), 'bibtex')).toBe(
      [
        '@article{drift,',
        String.raw`  title = {{Drift of sensors: 50\% \& more}},`,
        String.raw`  author = {van Beethoven, Ludwig and {Quillane \& Roe}},`,
        '  year = {2025},',
        '  month = dec,',
        String.raw`  journal = {Waters\_of Europe},`,
        '  volume = {8},',
        '  number = {3},',
        '  pages = {207--217},',
        '  doi = {10.1000/182_3},',
        '  url = {https://example.org/a_b?x=1&y=%7B2%7D},',
        '}',
      ].join('\n'),
    );
  });

  it('names BibTeX types that the facts suffice for', () => {
    expect(bibtexOf({})).toMatch(/^@misc/);
    expect(bibtexOf({ publisher: 'Office' })).toMatch(/^@techreport.*institution = {Office}/s);
    expect(bibtexOf({ format: 'html' })).toMatch(/^@misc/);
    expect(bibtexOf({ format: 'epub' })).toMatch(/^@book/);
    expect(bibtexOf({ type: 'book' })).toMatch(/^@book/);
  });

  it('closes every brace that it opens, whatever the title, and keeps to one entry', () => {
    assert(
      property(string({ unit: 'binary' }), string({ unit: 'binary' }), (title, name) => {
        const entry = bibtexOf({ title, creators: [name] });
        let depth = 0;
        for (const character of entry) {
          if (character === '{') depth += 1;
          else if (character === '}') depth -= 1;
          expect(depth).toBeGreaterThanOrEqual(0);
        }
        expect(depth).toBe(0);
        expect(entry.split('\n').filter((line) => !/^ {2}\w+ = .*,$/.test(line))).toEqual(['@misc{d1,', '}']);
      }),
    );
  });

  it('keeps keys from answer to answer, and apart for collections, versions and odd ids', () => {
    expect(keyOf({ documentId: 'annual-report-2025' })).toBe('annual-report-2025');
    expect(keyOf({ documentId: 'a b,c' }, 3)).toBe(keyOf({ documentId: 'a b,c' }));
    const keys = ['a b', 'a,b', 'a-b', 'é', '{}'].map((documentId) => keyOf({ documentId }));
    keys.push(keyOf({ documentId: 'a-b', collection: 'other' }));
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^[\w.:-]+$/);
  });
});
