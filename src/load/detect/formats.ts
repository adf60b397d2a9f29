import { extname } from 'node:path';
import type { DocumentFormat } from '../../types.ts';

interface FormatName {
  /** As people call it. */
  readonly name: string;
  /** Of file names, by which files in folders are chosen; what is in a file decides how it is read. */
  readonly endings: readonly string[];
}

/** Every format that can be read. */
const formats: Readonly<Record<DocumentFormat, FormatName>> = {
  pdf: { name: 'PDF', endings: ['pdf'] },
  docx: { name: 'Word (docx)', endings: ['docx', 'docm', 'dotx'] },
  pptx: { name: 'PowerPoint (pptx)', endings: ['pptx', 'pptm', 'ppsx'] },
  xlsx: { name: 'Excel (xlsx)', endings: ['xlsx', 'xlsm', 'xltx'] },
  epub: { name: 'EPUB', endings: ['epub'] },
  html: { name: 'HTML', endings: ['html', 'htm', 'xhtml'] },
  email: { name: 'e-mail (eml, mbox)', endings: ['eml', 'mbox'] },
  markdown: { name: 'Markdown', endings: ['md', 'markdown', 'mdown', 'mkd', 'mdx'] },
  csv: { name: 'CSV', endings: ['csv', 'tsv', 'tab'] },
  json: { name: 'JSON', endings: ['json', 'jsonl', 'ndjson', 'geojson', 'ipynb'] },
  code: {
    name: 'source code',
    endings: (
      'js cjs mjs jsx ts cts mts tsx vue svelte css scss less php py pyi rb pl pm r jl lua ex exs erl hs clj ' +
      'sh bash zsh fish ps1 bat c h cc cpp cxx hpp m mm cs fs vb java kt kts scala groovy gradle dart go rs swift zig sql ' +
      'graphql proto tf xml xsd xsl svg yaml yml toml ini conf cfg env properties json5 jsonc diff patch'
    ).split(' '),
  },
  text: { name: 'plain text', endings: ['txt', 'text', 'log', 'rst', 'adoc', 'org', 'tex'] },
};

const formatsByEnding: ReadonlyMap<string, DocumentFormat> = new Map(
  Object.entries(formats).flatMap(([format, { endings }]) =>
    endings.map((ending) => [ending, format as DocumentFormat] as const),
  ),
);

/** The format that the ending of a file's name, or of a URL's path, promises. */
export function promisedFormat(name: string): DocumentFormat | undefined {
  return formatsByEnding.get(endingOf(name));
}

/** What follows the last dot of a file's name, or of a URL's path, in lower case; names of files may hold `#` and `?`. */
export function endingOf(name: string): string {
  const path = /^[a-z][a-z\d+.-]*:\/\//i.test(name) ? name.replace(/[?#].*$/s, '') : name;
  return extname(path).slice(1).toLowerCase();
}

/** What can be read, for people: "PDF, Word (docx), … and plain text". */
export function readableFormats(): string {
  const names = Object.values(formats).map(({ name }) => name);
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
