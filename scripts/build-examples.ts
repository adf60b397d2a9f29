// Makes examples/documents from examples/sources: node --import jiti/register scripts/build-examples.ts
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { fillFacts, parseFacts } from './examples/facts.ts';
import { hyphenateWith } from './examples/hyphenation.ts';
import { parseSource } from './examples/markup.ts';
import { makePdf } from './examples/pdf.ts';

const examples = fileURLToPath(new URL('../examples/', import.meta.url));
const pdfSource = '.pdf.md';

/** Every example document by file name: PDFs are set, all others are the source with its facts filled in. */
export async function makeExamples(): Promise<Map<string, Buffer>> {
  const folder = resolve(examples, 'sources');
  const read = (name: string): Promise<string> => readFile(resolve(folder, name), 'utf8');
  const facts = parseFacts(await read('facts.yaml'));
  const hyphenate = hyphenateWith(await read('divided-words.txt'));
  const made = new Map<string, Buffer>();
  for (const name of (await readdir(folder)).sort()) {
    if (name === 'facts.yaml' || name === 'divided-words.txt') continue;
    const text = fillFacts(await read(name), facts);
    if (name.endsWith(pdfSource))
      made.set(name.slice(0, -'.md'.length), await makePdf(parseSource(text), { facts, hyphenate }));
    else made.set(name, Buffer.from(text));
  }
  return made;
}

async function writeExamples(): Promise<void> {
  for (const [name, bytes] of await makeExamples()) {
    const path = resolve(examples, 'documents', name);
    await writeFile(path, bytes);
    console.log(`${bytes.length.toLocaleString('en-US').padStart(9)} bytes  examples/documents/${name}`);
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await writeExamples();
