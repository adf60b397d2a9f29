import type { Email } from 'postal-mime';
import type { LoadedDocument } from '../../types.ts';
import { DocumentWriter } from '../write/document-writer.ts';
import type { Loader } from '../loader.ts';
import { mailsOf } from './mailbox.ts';
import { writeMail } from './write-mail.ts';

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
