import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deepLink, linkOf } from './deep-link.ts';
import { sampleCitation } from './sample.testing.ts';

const page = 'https://example.org/report';

describe('deepLink', () => {
  it('opens a PDF at its page, counted from 1', () => {
    expect(deepLink(`${page}.pdf#view=fit`, { format: 'pdf', quote: 'x', page: 5 })).toBe(
      `${page}.pdf#page=5`,
    );
    expect(deepLink(`${page}.pdf`, { format: 'pdf', quote: 'x' })).toBe(`${page}.pdf`);
  });

  it('gives a short quote in full, with the heading before it', () => {
    expect(deepLink(page, { format: 'html', quote: 'The river rises.', anchor: 'risks' })).toBe(
      `${page}#risks:~:text=The%20river%20rises.`,
    );
  });

  it('gives the first and last words of a long quote, and of one of several lines', () => {
    const long = 'One two three four five six seven eight nine ten eleven.';
    expect(deepLink(page, { format: 'html', quote: long })).toBe(
      `${page}#:~:text=One%20two%20three%20four,eight%20nine%20ten%20eleven.`,
    );
    expect(deepLink(page, { format: 'html', quote: '- Keep dry.\n\n2. Store warm.' })).toBe(
      `${page}#:~:text=Keep%20dry.,Store%20warm.`,
    );
  });

  it('encodes what has a meaning in a fragment', () => {
    expect(deepLink(page, { format: 'html', quote: 'well-known, R&D #1 50% “é”' })).toBe(
      `${page}#:~:text=well%2Dknown%2C%20R%26D%20%231%2050%25%20%E2%80%9C%C3%A9%E2%80%9D`,
    );
    expect(deepLink(page, { format: 'html', quote: 'half \uD83D of it' })).toContain('half%20%EF%BF%BD%20of');
  });

  it('names no text for rows of tables', () => {
    expect(deepLink(page, { format: 'html', quote: '| a | b |', anchor: 't 1' })).toBe(`${page}#t%201`);
    expect(deepLink(page, { format: 'html', quote: '| a | b |' })).toBe(page);
  });

  it('is an address with one fragment, whose words can be read back, whatever the quote', () => {
    assert(
      property(string({ unit: 'binary', minLength: 1, maxLength: 60 }), (quote) => {
        const link = deepLink(page, { format: 'html', quote });
        expect(new URL(link).href).toBe(link);
        const [, directive] = link.split(':~:text=');
        if (directive === undefined) return;
        expect(directive).toMatch(/^[\w.!~*'()%]+(?:,[\w.!~*'()%]+)?$/);
        const words = directive.split(',').map(decodeURIComponent);
        const flat = quote.replaceAll(/\p{Surrogate}/gu, '\uFFFD').replaceAll(/\s+/g, ' ');
        for (const part of words) expect(flat).toContain(part);
      }),
    );
  });
});

describe('linkOf', () => {
  it('is the web address, else the file at its page, else nothing', () => {
    expect(linkOf(sampleCitation({ url: `${page}#risks` }))).toBe(`${page}#risks`);
    expect(linkOf(sampleCitation({ sourcePath: '/docs/a b#1.pdf', pageNumbers: [5, 6] }))).toBe(
      'file:///docs/a%20b%231.pdf#page=5',
    );
    expect(linkOf(sampleCitation({ sourcePath: '/docs/a.md', pageNumbers: [] }))).toBe('file:///docs/a.md');
    expect(linkOf(sampleCitation({ sourcePath: 'notes', pageNumbers: [] }))).toBeUndefined();
    expect(linkOf(sampleCitation({ url: 'javascript:alert(1)' }))).toBeUndefined();
  });
});
