import type { Address, Attachment, Email } from 'postal-mime';
import { PinciteError } from '../../errors.ts';
import { oneLine } from '../../util/strings/one-line.ts';
import { cleanText } from '../detect/decode.ts';
import type { DocumentWriter } from '../write/document-writer.ts';
import type { LoadRequest } from '../loader.ts';
import { readWholeHtml } from '../office/whole-html.ts';
import { readPlainText } from '../text/text.ts';
import { withQuotedParts } from './quoted-parts.ts';

/** Signatures of programs, which hold nothing to read. */
const signature = /^application\/(?:pgp-signature|(?:x-)?pkcs7-signature)$/;

/**
 * Writes a mail as a section: its head, its text as it was sent, quoted replies included, and what is attached to it.
 * @returns warnings of attachments that were not read.
 */
export async function writeMail(
  writer: DocumentWriter,
  mail: Email,
  request: LoadRequest,
): Promise<string[]> {
  const attachments = mail.attachments.filter(
    ({ related, disposition, mimeType }) =>
      (!related || disposition === 'attachment') && !signature.test(mimeType),
  );
  writer.heading(cleanText(mail.subject ?? '') || 'Mail without a subject', 1);
  writer.block('text', cleanText(headOf(mail, attachments)));
  await writeBody(writer, mail);
  const warnings: string[] = [];
  for (const [index, attachment] of attachments.entries()) {
    const problem = await writeAttachment(writer, attachment, { index, request });
    if (problem !== undefined) warnings.push(problem);
  }
  return warnings;
}

function headOf(mail: Email, attachments: readonly Attachment[]): string {
  const lines = [
    ['From', addressList(mail.from ? [mail.from] : [])],
    ['To', addressList(mail.to ?? [])],
    ['Cc', addressList(mail.cc ?? [])],
    ['Date', mail.headers.find(({ key }) => key === 'date')?.value ?? ''],
    ['Attachments', attachments.map(nameOf).join(', ')],
  ] as const;
  return lines
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value.replaceAll(/\s+/g, ' ')}`)
    .join('\n');
}

/** As mail programs show addresses: `Ann Lee <ann@example.org>, …`; groups as their members. */
function addressList(addresses: readonly Address[]): string {
  return addresses
    .flatMap((address) => address.group ?? [address])
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address))
    .filter(Boolean)
    .join(', ');
}

async function writeBody(writer: DocumentWriter, { text = '', html = '' }: Email): Promise<void> {
  const isPlain = text.trim() !== '' || html.trim() === '';
  writer.append(
    isPlain ? withQuotedParts(readPlainText(cleanText(text))) : await readWholeHtml(cleanText(html)),
  );
}

interface AttachmentPlace {
  /** Among the mail's attachments. */
  readonly index: number;
  readonly request: LoadRequest;
}

/** Writes an attachment as a section of the mail, or says why it was not read. */
async function writeAttachment(
  writer: DocumentWriter,
  attachment: Attachment,
  { index, request }: AttachmentPlace,
): Promise<string | undefined> {
  const name = nameOf(attachment, index);
  if (!request.loadPart) return `${name} was not read: it is attached to a mail that is attached itself.`;
  const part = { bytes: bytesOf(attachment), name, contentType: attachment.mimeType };
  const document = await request.loadPart(part).catch((error: unknown) => {
    if (error instanceof PinciteError) return error;
    throw error;
  });
  if (document instanceof PinciteError) return `${name} was not read: ${document.message}`;
  writer.heading(name, 2);
  writer.append(document);
  return document.warnings.length === 0 ? undefined : `${name}: ${document.warnings.join(' ')}`;
}

function nameOf({ filename, mimeType }: Attachment, index: number): string {
  const name = oneLine(cleanText(filename ?? ''));
  return name || `attachment-${index + 1}${mimeType === 'message/rfc822' ? '.eml' : ''}`;
}

/** Contents come as bytes, as the parser is not asked for text. */
function bytesOf({ content }: Attachment): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}
