import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LimitExceededError } from '../../errors.ts';
import type { LoadedDocument } from '../../types.ts';
import { checkInvariants } from '../invariants.testing.ts';
import { loadDocument } from '../load.ts';

const limits = { maxBytes: 1e6, maxPages: 1, maxChars: 1e6 };

async function load(mail: string | Uint8Array, maxChars = 1e6): Promise<LoadedDocument> {
  const bytes = typeof mail === 'string' ? new TextEncoder().encode(mail) : mail;
  const document = await loadDocument({ bytes, name: 'x.eml', limits: { ...limits, maxChars } });
  expect(document.format).toBe('email');
  checkInvariants(document);
  return document;
}

const head = (subject: string) =>
  [
    'MIME-Version: 1.0',
    'From: =?utf-8?Q?Ann_L=C3=A9e?= <ann@example.org>',
    'To: Bob <bob@example.org>, carl@example.org',
    'Date: Fri, 17 May 2024 10:00:00 +0200',
    `Subject: ${subject}`,
  ].join('\r\n');

const base64 = (text: string) => Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\r\n');

function multipart(subject: string, parts: readonly string[], boundary = 'edge'): string {
  const body = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('');
  return `${head(subject)}\r\nContent-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n${body}--${boundary}--\r\n`;
}

const attached = (name: string, type: string, content: string) =>
  `Content-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n` +
  `Content-Transfer-Encoding: base64\r\n\r\n${base64(content)}`;

const withId = (part: string) => part.replace('\r\n', '\r\nContent-ID: <1>\r\n');

const alternative = (parts: readonly string[]) =>
  multipart('x', parts).replace('multipart/mixed', 'multipart/alternative');

const inside = (mail: string) => `Content-Type: message/rfc822\r\n\r\n${mail}`;

const mailOf = (subject: string, body: string) =>
  `From ann@example.org Fri May 17 10:00:00 2024\n${head(subject).replaceAll('\r', '')}\n\n${body}\n\n`;

describe('the mail loader', () => {
  it('reads a head, the text as it was sent, and who wrote it when', async () => {
    const body =
      'Content-Type: text/plain; charset=iso-8859-15\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n' +
      'Dear Bob,\r\n\r\nthe price is 1.200 =A4.\r\n\r\nBob wrote:\r\n> What does it cost?\r\n';
    const { text, sections, bibliography } = await load(`${head('=?utf-8?B?R3LDvMOfZQ==?=')}\r\n${body}`);
    expect(text).toBe(
      'Grüße\n\nFrom: Ann Lée <ann@example.org>\nTo: Bob <bob@example.org>, carl@example.org\n' +
        'Date: Fri, 17 May 2024 10:00:00 +0200\n\nDear Bob,\n\nthe price is 1.200 €.\n\nBob wrote:\n> What does it cost?',
    );
    expect(sections.map(({ heading }) => heading)).toEqual(['Grüße', 'Bob wrote:']);
    expect(bibliography).toEqual({
      title: 'Grüße',
      creators: ['Ann Lée'],
      dateCreated: '2024-05-17T08:00:00.000Z',
    });
  });

  it('has what a mail quotes as sections that say of whom', async () => {
    const body =
      'On Monday, Bob\n<bob@example.org> wrote:\n> Cy said:\n> > It is red.\n> It is blue.\nNo.\n\n> It is big.\n\nYes.\n\nLook:\n\n> Rules\n';
    const { text, sections, blocks } = await load(`${head('x')}\r\n\r\n${body}`);
    expect(
      sections.map(({ heading, level, charStart, charEnd }) => [
        heading,
        level,
        text.slice(charStart, charEnd),
      ]),
    ).toEqual([
      ['x', 1, text],
      ['On Monday, Bob <bob@example.org> wrote:', 2, '> Cy said:'],
      ['Cy said:', 2, '> > It is red.'],
      ['On Monday, Bob <bob@example.org> wrote:', 2, '> It is blue.'],
      ['On Monday, Bob <bob@example.org> wrote:', 2, '> It is big.'],
      ['Look:', 2, '> Rules'],
    ]);
    const written = blocks.map(({ charStart, charEnd }) => text.slice(charStart, charEnd));
    expect(written.slice(3, 7)).toEqual(['> Cy said:', '> > It is red.', '> It is blue.', 'No.']);
  });

  it('reads HTML where there is no plain text', async () => {
    const parts = [
      'Content-Type: text/plain\r\n\r\nplain words',
      'Content-Type: text/html\r\n\r\n<p>words of <b>HTML</b></p>',
    ];
    expect((await load(alternative(parts))).text).toMatch(/\n\nplain words$/);
    expect((await load(alternative(parts.slice(1)))).text).toMatch(/\n\nwords of HTML$/);
  });

  it('reads attachments of any format as sections', async () => {
    const csv = attached('prices.csv', 'application/octet-stream', 'name,price\nTea,2.5\nMate,3.1\n');
    const page = attached(
      'page.html',
      'text/html',
      '<html><body><h1>Terms</h1><p>Thirty days.</p></body></html>',
    );
    const { text, sections, tables, warnings } = await load(
      multipart('Offer', ['\r\nSee below.', csv, page]),
    );
    expect(text).toContain(
      '\nAttachments: prices.csv, page.html\n\nSee below.\n\nprices.csv\n\n| name | price |\n',
    );
    expect(sections.map(({ heading, level }) => [heading, level])).toEqual([
      ['Offer', 1],
      ['prices.csv', 2],
      ['page.html', 2],
      ['Terms', 3],
    ]);
    expect(text.slice(tables![0]!.cells[0]!.charStart, tables![0]!.cells[0]!.charEnd)).toBe('name');
    expect(warnings).toEqual([]);
  });

  it('reads what is attached beside the pictures of a page', async () => {
    const picture = withId(attached('logo.png', 'image/png', 'x')).replace(': attachment', ': inline');
    const mail = multipart('x', [
      'Content-Type: text/html\r\n\r\n<p>words',
      picture,
      withId(attached('terms.txt', 'text/plain', 'Thirty days.')),
    ]).replace('multipart/mixed', 'multipart/related');
    const { text, warnings } = await load(mail);
    expect(text).toMatch(/\nAttachments: terms\.txt\n\nwords\n\nterms\.txt\n\nThirty days\.$/);
    expect(warnings).toEqual([]);
  });

  it('names what is attached and cannot be read', async () => {
    const { text, warnings } = await load(
      multipart('x', [attached('a.png', 'image/png', '\x89PNG\r\n\x1a\n\0\0\0\0')]),
    );
    expect(text).toContain('Attachments: a.png');
    expect(warnings[0]).toMatch(/^a\.png was not read: /);
  });

  it('reads a mail in a mail, and no further', async () => {
    const third = multipart('Third', [attached('deep.txt', 'text/plain', 'too deep')], 'three');
    const second = multipart('Second', [inside(third)], 'two');
    const { text, sections, warnings } = await load(multipart('First', [inside(second)], 'one'));
    expect(sections.map(({ heading }) => heading)).toEqual([
      'First',
      'attachment-1.eml',
      'Second',
      'attachment-1.eml',
      'Third',
    ]);
    expect(text).not.toContain('too deep');
    expect(warnings).toEqual([expect.stringContaining('deep.txt was not read')]);
  });

  it('reads a mailbox as a section a mail', async () => {
    const { sections, text, bibliography } = await load(
      mailOf('One', '>From Ann to Bob\n\nFrom here on') +
        mailOf('Two', 'words\n>>From twice') +
        mailOf('', 'no subject'),
    );
    expect(sections.map(({ heading }) => heading)).toEqual(['One', 'Two', 'Mail without a subject']);
    expect(text).toContain('\n\nFrom Ann to Bob\n\nFrom here on\n\nTwo\n\n');
    expect(text).toContain('words\n>From twice');
    expect(bibliography).toEqual({});
  });

  it('keeps to the limit of characters over all mails of a mailbox', async () => {
    await expect(load(mailOf('x', 'words '.repeat(100)).repeat(100), 10_000)).rejects.toThrow(
      LimitExceededError,
    );
  });

  it('has the words of any mail in its text, however they are encoded', async () => {
    const words = fc.string({
      unit: fc.constantFrom('a', 'B', '7', '=', '>', '-', '.', 'é', '漢', '😀'),
      minLength: 1,
    });
    const lines = fc.array(
      words.map((word) => `<${word}>`),
      { minLength: 1, maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(words, lines, async (subject, body) => {
        const encoded = `=?utf-8?B?${Buffer.from(`<${subject}>`).toString('base64')}?=`;
        const type = 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64';
        const { text, bibliography } = await load(
          `${head(encoded)}\r\n${type}\r\n\r\n${base64(body.join('\r\n'))}`,
        );
        expect(bibliography.title).toBe(`<${subject}>`);
        expect(text.endsWith(body.join('\n'))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
