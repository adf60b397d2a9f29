import { endingOf } from './formats.ts';

const names: Readonly<Record<string, string>> = {
  docx: 'a Word document (docx)',
  pptx: 'a PowerPoint presentation (pptx)',
  xlsx: 'an Excel workbook (xlsx)',
  odt: 'an OpenDocument text (odt)',
  ods: 'an OpenDocument spreadsheet (ods)',
  odp: 'an OpenDocument presentation (odp)',
  epub: 'an EPUB book',
  rtf: 'an RTF document',
  ps: 'a PostScript file',
  eps: 'a PostScript file',
  zip: 'a ZIP archive',
  pages: 'a Pages document',
  numbers: 'a Numbers spreadsheet',
  key: 'a Keynote presentation',
  xlsb: 'a binary Excel workbook (xlsb)',
};

/** What files are saved as to be read, and with which program. */
const ways: Readonly<Record<string, string>> = {
  odt: 'Save it as docx with LibreOffice or Word.',
  ods: 'Save it as xlsx with LibreOffice or Excel.',
  odp: 'Save it as pptx with LibreOffice or PowerPoint.',
  rtf: 'Save it as docx with Word or LibreOffice.',
  pages: 'Export it as Word (docx) with Pages.',
  numbers: 'Export it as Excel (xlsx) with Numbers.',
  key: 'Export it as PowerPoint (pptx) with Keynote.',
  xlsb: 'Save it as xlsx with Excel or LibreOffice.',
};

/** Archives that only their names tell from others. */
const archives: ReadonlySet<string> = new Set(['pages', 'numbers', 'key', 'xlsb']);

export interface BinaryKind {
  /** What a person would call it: "a PNG image". */
  readonly what: string;
  /** How it is made into what can be read, where that is known. */
  readonly way: string | undefined;
}

/** What a file of known binary type is, or undefined. */
export async function describeBinary(bytes: Uint8Array, name: string): Promise<BinaryKind | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  // A damaged archive can make the look inside it fail: then it is of no known type.
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (!type) return undefined;
  const ending = type.ext === 'zip' && archives.has(endingOf(name)) ? endingOf(name) : type.ext;
  const what = names[ending] ?? withArticle(`${ending.toUpperCase()} ${nounOf(type.mime)}`);
  return { what, way: ways[ending] };
}

function nounOf(mime: string): string {
  const family = mime.split('/')[0] ?? '';
  return ['image', 'audio', 'video', 'font'].includes(family) ? family : 'file';
}

/** Capital letters are spelt out: "an MP3", "a PNG". */
function withArticle(name: string): string {
  return `${/^[AEFHILMNORSX8]/.test(name) ? 'an' : 'a'} ${name}`;
}
