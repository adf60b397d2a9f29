import { assert, property, string } from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../types.ts';
import { sampleAnswer, sampleCitation, sampleDocument } from '../cite/sample.testing.ts';
import { exportAnswer } from './export-answer.ts';

const ruiz = { creators: ['Ada Ruiz'], dateCreated: '2025' };
const answer = sampleAnswer([sampleDocument(ruiz), sampleDocument({ documentId: 'd2', title: 'Other' })], {
  answer: 'See table [2] of it. [1]\n\nClaim 2. [2][1]\nUnknown [7].',
  claims: [
    { text: 'See table [2] of it.', citations: [1], supported: 'unchecked' },
    { text: 'Claim 2.', citations: [2, 1], supported: 'unchecked' },
  ],
});

const saying = (text: string) =>
  sampleAnswer([sampleDocument({ title: text })], {
    question: text,
    answer: `${text} [1]`,
    claims: [{ text, citations: [1], supported: 'unchecked' }],
    citations: [sampleCitation({ title: text, quote: text })],
    warnings: [text],
  });

describe('exportAnswer', () => {
  it('writes plain text with the list of sources', () => {
    expect(exportAnswer(answer, 'text')).toContain(
      'Sources\n\n[1] Annual Report, p. 15\n    file:///docs/report.pdf#page=15\n    “The river rises.”\n    quote found word for word',
    );
  });

  it('writes Markdown with a footnote a citation', () => {
    const markdown = exportAnswer(answer, 'markdown');
    expect(markdown).toContain('See table \\[2\\] of it.[^1]\n\nClaim 2.[^2][^1]\nUnknown \\[7\\].');
    expect(markdown).toContain(
      '[^1]: [Annual Report](<file:///docs/report.pdf#page=15>), p. 15 · docs/report.pdf · quote found word for word\n\n    > The river\n    > rises.',
    );
    expect(markdown.match(/^\[\^\d\]:/gm)).toHaveLength(2);
  });

  it('says of what a language model wrote whether its quotes bear it out', () => {
    const claims: Claim[] = [
      { ...answer.claims[0]!, supported: 'yes', probability: 0.979 },
      { text: 'It fell.', citations: [], supported: 'no' },
    ];
    const written = { ...answer, model: 'openai:tiny', claims };
    expect(exportAnswer(written, 'text')).toContain(
      '- supported (97 %): See table [2] of it.\n- not supported: It fell.',
    );
    expect(exportAnswer(written, 'markdown')).toContain('- **not supported**: It fell.');
    expect(exportAnswer(written, 'html')).toContain('<strong>supported (97 %)</strong>');
    for (const format of ['text', 'markdown', 'html'] as const) {
      const quoted = exportAnswer({ ...written, model: 'extractive' }, format);
      expect(quoted).not.toMatch(/supported|verified/);
    }
  });

  it('shows beside a quote what it is not to be read without', () => {
    const citation = sampleCitation({ quote: '| Probes | 41 |', quoteContext: '| Segment | 2025 |' });
    const row = sampleAnswer([sampleDocument()], { citations: [citation] });
    expect(exportAnswer(row, 'text')).toContain('\n    Segment: Probes · 2025: 41\n');
    expect(exportAnswer(row, 'html')).toContain(
      '<thead><tr><th>Segment</th><th>2025</th></tr></thead><tbody><tr><td>Probes</td><td>41</td></tr></tbody>',
    );
    expect(exportAnswer(row, 'markdown')).toContain(
      '    > | Segment | 2025 |\n    > | --- | --- |\n    > | Probes | 41 |',
    );
    const told = sampleCitation({ quote: 'It rose.', quoteContext: 'The river is wide.' });
    const sentence = sampleAnswer([sampleDocument()], { citations: [told] });
    expect(exportAnswer(sentence, 'text')).toContain('after “The river is wide.”\n    “It rose.”');
    expect(exportAnswer(sentence, 'html')).toMatch(/<p[^>]*>after “The river is wide\.”<\/p>\n<blockquote/);
    expect(exportAnswer(sentence, 'markdown')).toContain(
      '> after “The river is wide.”\n    >\n    > It rose',
    );
  });

  it('says the caption of a table beside a row in the answer itself', () => {
    const quote = '| Probes | 41 |';
    const quoteCaption = 'Revenue, in thousands';
    const citations = [sampleCitation({ quote, quoteContext: '| Segment | 2025 |', quoteCaption })];
    const row = { ...saying(quote), citations };
    const said = 'Probes · 2025: 41 (Revenue, in thousands)';
    for (const format of ['text', 'markdown', 'html', 'apa'] as const)
      expect(exportAnswer(row, format)).toContain(said);
  });

  it('names the columns of a row whose cells are padded in its document', () => {
    const quote = '|   Probes    |   41   |';
    const citations = [sampleCitation({ quote, quoteContext: '|             |  2025  |' })];
    const claims: Claim[] = [{ text: '| Probes | 41 |', citations: [1], supported: 'unchecked' }];
    const cited = sampleAnswer([], { answer: '| Probes | 41 | [1]', claims, citations });
    expect(exportAnswer(cited, 'text')).toContain('Probes · 2025: 41 [1]');
  });

  it.each([
    ['beside its page', [3], ', p. 3<span class="soft" dir="auto"> · 7. Fees &#38; charges</span></h3>'],
    ['in place of it', [], ', “7. Fees &#38; charges”</h3>'],
  ])('names the section of a source in HTML %s', (_, pageNumbers, heading) => {
    const place = { sectionHeading: '7. Fees & charges', pageNumbers, pageLabels: undefined };
    const cited = sampleAnswer([sampleDocument()], { citations: [sampleCitation(place)] });
    expect(exportAnswer(cited, 'html')).toContain(heading);
  });

  it('keeps the rows of a table in lines of their own in Markdown', () => {
    const rows = '| Probes | 41 |\n| Loggers | 7 |\n| Sondes | 9 |';
    const markdown = exportAnswer(saying(rows), 'markdown');
    const body = fromMarkdown(markdown).children[1];
    expect(JSON.stringify(body).match(/"type":"break"/g)).toHaveLength(2);
    expect(markdown).toContain('\nProbes · 41\\\nLoggers · 7\\\nSondes · 9[^1]');
    expect(markdown).toContain(
      '\n    > |  |  |\n    > | --- | --- |\n    > | Probes | 41 |\n    > | Loggers',
    );
  });

  it.each([
    ['extractive', 'Answered without a language model, in the documents’ own sentences.'],
    ['openai:gpt-4o-mini', 'Answered by openai:gpt-4o-mini.'],
  ])('says in HTML who answered: %s', (model, said) => {
    expect(exportAnswer({ ...answer, model }, 'html')).toContain(said);
  });

  it('lists no sources of an answer that was declined, and the nearest places where it is to be read', () => {
    const declined = { ...answer, answered: false, answer: 'The documents do not answer.', claims: [] };
    expect(exportAnswer(declined, 'apa')).toMatch(
      /^The documents do not answer\.\n\nThe nearest places:\n\n- “The river rises\.” \(Ruiz, 2025, p\. 15\)\n[^]+# References/,
    );
    expect(exportAnswer({ ...declined, citations: [] }, 'apa')).toBe('The documents do not answer.\n');
    expect(exportAnswer(declined, 'bibtex')).toBe('% The documents do not answer.\n');
    expect(exportAnswer(declined, 'csl-json')).toBe('[]\n');
    expect(exportAnswer(declined, 'markdown')).toMatch(/The documents do not answer\.\n\nThe nearest/);
  });

  it('writes APA with author, date and page before the full stop', () => {
    expect(exportAnswer(answer, 'apa')).toBe(
      [
        'See table \\[2\\] of it (Ruiz, 2025, p. 15).',
        'Claim 2 (*Other*, n.d., p. 15; Ruiz, 2025, p. 15).\nUnknown \\[7\\].',
        '# References',
        '*Other*. (n.d.).',
        'Ruiz, A. (2025). *Annual Report*.\n',
      ].join('\n\n'),
    );
  });

  it('writes JSON and the cited documents as data', () => {
    expect(JSON.parse(exportAnswer(answer, 'json'))).toEqual(answer);
    expect(JSON.parse(exportAnswer(answer, 'csl-json'))).toHaveLength(2);
    expect(exportAnswer(answer, 'bibtex')).toMatch(/^@misc{d1,/);
  });

  it('says nothing of quotes where there are none', () => {
    expect(exportAnswer({ ...answer, citations: [] }, 'html')).not.toContain('each quote');
    expect(exportAnswer(answer, 'html')).toContain('Beside each quote stands whether it was found');
    const far = sampleCitation({ charStart: 10_405, charEnd: 10_467 });
    expect(exportAnswer({ ...answer, citations: [far] }, 'html')).toContain(
      '<bdi>docs/report.pdf</bdi> · characters 10,405–10,467',
    );
  });

  it('says of an answer that there is none what is nearest', () => {
    const none = sampleAnswer([sampleDocument()], { answered: false, answer: 'No.', claims: [] });
    for (const format of ['text', 'markdown', 'html'] as const) {
      expect(exportAnswer(none, format)).toContain('The nearest places');
    }
    const markdown = exportAnswer({ ...answer, answered: false }, 'markdown');
    expect(markdown.match(/The nearest places/g)).toHaveLength(1);
  });

  it('shows words without the signs that make them bold or a link in their document', () => {
    const quote = 'The **limit** is [50 MB](https://x.example/y).';
    const citations = [sampleCitation({ quote })];
    const claims: Claim[] = [{ text: quote, citations: [1], supported: 'unchecked' }];
    const cited = sampleAnswer([sampleDocument()], { answer: `${quote} [1]`, claims, citations });
    for (const format of ['text', 'markdown', 'html', 'apa'] as const) {
      const written = exportAnswer(cited, format);
      expect(written).toContain('The limit is 50 MB');
      expect(written).not.toContain('x.example');
    }
  });

  it('escapes a number where it would begin a list, and no other', () => {
    const written = ['3.1 The rent', '3. The rent', '3)'].map(
      (text) => exportAnswer(saying(text), 'apa').split(' (')[0],
    );
    expect(written).toEqual(['3.1 The rent', '3\\. The rent', '3\\)']);
  });

  it('refuses another format', () => {
    expect(() => exportAnswer(answer, 'docx' as never)).toThrow(/no answer format "docx"/);
  });
});

type HtmlNode = DefaultTreeAdapterTypes.Node;

function* nodesOf(node: HtmlNode): Generator<HtmlNode> {
  yield node;
  if ('childNodes' in node) for (const child of node.childNodes) yield* nodesOf(child);
}

const elementsOf = (html: string) => [...nodesOf(parse(html))].filter((node) => 'tagName' in node);

describe('the HTML page', () => {
  it('leads from each marker to its source', () => {
    const elements = elementsOf(exportAnswer(answer, 'html'));
    const attributes = elements.flatMap(({ attrs }) => attrs);
    const ids = new Set(attrs('id', attributes));
    const targets = attrs('href', attributes).filter((href) => href.startsWith('#'));
    expect(targets).toEqual(['#source-1', '#source-2', '#source-1']);
    for (const target of targets) expect(ids).toContain(target.slice(1));
  });

  it('holds the snapshots, with words for who does not see them', () => {
    const png = Uint8Array.of(137, 80, 78, 71);
    const picture = { page: 3, png, width: 100, height: 50, pixelsPerPoint: 2 };
    const images = elementsOf(exportAnswer(answer, 'html', { snapshots: new Map([[2, [picture]]]) })).filter(
      ({ tagName }) => tagName === 'img',
    );
    expect(images).toHaveLength(1);
    const own = Object.fromEntries(images[0]!.attrs.map(({ name, value }) => [name, value]));
    expect(own).toMatchObject({ alt: 'Page 3 of Other, the quote highlighted', width: '67', height: '33' });
    expect(Buffer.from(own['src']!.split(',')[1]!, 'base64').equals(png)).toBe(true);
  });

  it('links to web pages and files alone', () => {
    const citation = sampleCitation({ url: 'javascript:alert(1)' });
    const html = exportAnswer(sampleAnswer([sampleDocument()], { citations: [citation] }), 'html');
    expect(html).not.toContain('javascript:');
  });
});

const attrs = (wanted: string, all: readonly { name: string; value: string }[]) =>
  all.filter(({ name }) => name === wanted).map(({ value }) => value);

const hostile = [
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '![x](https://evil.example/a.png) [click](javascript:alert(1)) <https://evil.example>',
  'https://evil.example www.evil.example a@evil.example',
  '# heading\n> quote\n- item\n1. one\n```\ncode\n```\n***\n===',
  '"><a href="https://evil.example">',
  '[^1]: [1]: https://evil.example',
];

const structure = (html: string) =>
  elementsOf(html)
    .map(({ tagName }) => tagName)
    .filter((tag) => tag !== 'br' && tag !== 'p');

describe('words of documents', () => {
  const plain = structure(exportAnswer(saying('Plain words.'), 'html'));

  it.each(hostile)('stay words in HTML: %s', (text) => {
    expect(structure(exportAnswer(saying(text), 'html'))).toEqual(plain);
  });

  it.each(hostile)('stay words in Markdown: %s', (text) => {
    const kinds = new Set(linksIn(exportAnswer(saying(text), 'markdown')));
    expect([...kinds]).toEqual(['file:///docs/report.pdf#page=15']);
  });

  it('make no element and no link, whatever they are', () => {
    assert(
      property(string({ unit: 'grapheme-ascii', minLength: 1 }), (text) => {
        expect(structure(exportAnswer(saying(text), 'html'))).toEqual(plain);
        expect(new Set(linksIn(exportAnswer(saying(text), 'markdown'))).size).toBe(1);
      }),
      { numRuns: 60 },
    );
  });
});

/** Addresses of links and images; definitions, code and HTML count as links to nowhere good. */
function linksIn(markdown: string): string[] {
  const found: string[] = [];
  const visit = (node: { type: string; url?: string; children?: unknown[] }): void => {
    if (node.url !== undefined) found.push(node.url);
    if (['html', 'code', 'inlineCode'].includes(node.type)) found.push(node.type);
    for (const child of node.children ?? []) visit(child as typeof node);
  };
  const withoutFootnotes = markdown.replaceAll(/^\[\^\d+\]: /gm, '').replaceAll(/^ {4}>/gm, '>');
  visit(fromMarkdown(withoutFootnotes));
  return found;
}
