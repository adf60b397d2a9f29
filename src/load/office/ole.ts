import { type LoadError, UnreadableDocumentError, UnsupportedFormatError } from '../../errors.ts';

const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** By the name of a stream inside: what the file is, what to save it as, and with which program. */
const oldFormats: readonly (readonly [stream: string, name: string, format: string, program: string])[] = [
  ['WordDocument', 'an old Word document (doc)', 'docx', 'Word or LibreOffice'],
  ['PowerPoint Document', 'an old PowerPoint presentation (ppt)', 'pptx', 'PowerPoint or LibreOffice'],
  ['Workbook', 'an old Excel workbook (xls)', 'xlsx', 'Excel or LibreOffice'],
  ['__properties_version1.0', 'an Outlook message (msg)', 'eml', 'Outlook or Thunderbird'],
];

/** Whether the bytes are a compound file, in which old office programs saved, and new ones with a password do. */
export function isCompoundFile(bytes: Uint8Array): boolean {
  return signature.equals(bytes.subarray(0, signature.length));
}

/** Why a compound file is not read, and what to do. */
export function compoundFileError(bytes: Uint8Array, document: string): LoadError {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // As bytes: Node's search for UTF-16 never ends in memory at an odd address.
  const has = (stream: string) => file.includes(Buffer.from(stream, 'utf16le'));
  const context = { document };
  if (has('EncryptedPackage')) {
    return new UnreadableDocumentError(`${document} is an office file with a password.`, {
      hint: 'Open it with the password, and save it without.',
      context,
    });
  }
  const [, name, format, program] = oldFormats.find(([stream]) => has(stream)) ?? [];
  return new UnsupportedFormatError(`${document} is ${name ?? 'a compound file of an old office program'}.`, {
    hint: name
      ? `Save it as ${format} with ${program}.`
      : 'Save it in a newer format with the program that it is from.',
    context: { ...context, ...(name ? { detected: name } : {}) },
  });
}
