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
};

/** What a person would call a file of known binary type ("a PNG image"), or undefined. */
export async function describeBinary(bytes: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  // A damaged archive can make the look inside it fail: then it is of no known type.
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (!type) return undefined;
  return names[type.ext] ?? withArticle(`${type.ext.toUpperCase()} ${nounOf(type.mime)}`);
}

function nounOf(mime: string): string {
  const family = mime.split('/')[0] ?? '';
  return ['image', 'audio', 'video', 'font'].includes(family) ? family : 'file';
}

/** Capital letters are spelt out: "an MP3", "a PNG". */
function withArticle(name: string): string {
  return `${/^[AEFHILMNORSX8]/.test(name) ? 'an' : 'a'} ${name}`;
}
