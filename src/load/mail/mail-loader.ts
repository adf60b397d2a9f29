import type { Email } from 'postal-mime';
import type { LoadedDocument } from '../../types.ts';
import { DocumentWriter } from '../write/document-writer.ts';
import type { Loader } from '../loader.ts';
import { writeMail } from './write-mail.ts';
import { isMailboxLine } from './is-mail.ts';

/** Reads mails and mailboxes: a section a mail, with its sender, date and attachments. */
export const mailLoader: Loader = {
  async load(request) {
    const { default: PostalMime } = await import('postal-mime');
    const writer = new DocumentWriter(request);
    const warnings: string[] = [];
    let bibliography: LoadedDocument['bibliography'] | undefined;
    for (const bytes of mailsOf(request.bytes)) {
      request.signal?.throwIfAborted();
      const mail = await PostalMime.parse(bytes, { forceRfc822Attachments: true });
      warnings.push(...(await writeMail(writer, mail, request)));
      bibliography = bibliography === undefined ? mailBibliography(mail) : {}; // a mailbox has none
    }
    return { ...writer.finish(), format: 'email', pages: [], bibliography: bibliography ?? {}, warnings };
  },
};

/** What a mail says of itself: its subject as the title, who wrote it, and when. */
function mailBibliography({ subject, from, date }: Email): LoadedDocument['bibliography'] {
  const title = subject?.trim();
  const creator = from && (from.name.trim() || from.address);
  const isInstant = /^\d{4}-\d{2}-\d{2}T/.test(date ?? '');
  return {
    ...(title ? { title } : {}),
    ...(creator ? { creators: [creator] } : {}),
    ...(date && isInstant ? { dateCreated: date } : {}),
  };
}

/** The mails of a mailbox one by one, or the only one of a file that is none. */
function* mailsOf(file: Uint8Array): Generator<Uint8Array> {
  const start = file.findIndex((byte) => byte > 0x20 && byte < 0x7f);
  const bytes = Buffer.from(file.buffer, file.byteOffset + start, file.length - start);
  if (!beginsMail(bytes, 0)) return yield bytes;
  let from = 0;
  while (from < bytes.length) {
    const next = nextMail(bytes, from);
    yield withoutEscapes(bytes.subarray(lineEnd(bytes, from), next));
    from = next;
  }
}

/** Where the next mail's line begins: after a blank line. */
function nextMail(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf('\nFrom ', from); at >= 0; at = bytes.indexOf('\nFrom ', at + 1)) {
    const isAfterBlank = /\n\r?$/.test(bytes.toString('latin1', Math.max(0, at - 2), at));
    if (isAfterBlank && beginsMail(bytes, at + 1)) return at + 1;
  }
  return bytes.length;
}

function beginsMail(bytes: Buffer, at: number): boolean {
  return isMailboxLine(bytes.toString('latin1', at, lineEnd(bytes, at)));
}

/** Behind the line end. */
function lineEnd(bytes: Buffer, from: number): number {
  const found = bytes.indexOf('\n', from);
  return found < 0 ? bytes.length : found + 1;
}

/** Mailboxes put `>` before lines of a mail that begin with `From `. */
function withoutEscapes(mail: Buffer): Uint8Array {
  if (!/\n>+From /.test(mail.toString('latin1'))) return mail;
  return Buffer.from(mail.toString('latin1').replaceAll(/^>(?=>*From )/gm, ''), 'latin1');
}
