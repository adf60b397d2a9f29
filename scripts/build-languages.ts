// Makes assets/languages/ngrams.bin from eld's smallest table, in the form of src/text/language-table.ts: npm run languages
import { mkdir, writeFile } from 'node:fs/promises';

interface Module {
  readonly avgScore: Readonly<Record<string, number>>;
  readonly dictionary: readonly string[];
  readonly ngramsData: {
    readonly languages: Readonly<Record<number, string>>;
    readonly ngrams: Readonly<Record<string, Readonly<Record<number, number>>>>;
  };
}
const part = async (name: string) =>
  (await import(new URL(`../node_modules/eld/src/${name}.js`, import.meta.url).href)) as Module;
const { avgScore } = await part('avgScore');
const { dictionary } = await part('dictionary');
const { ngramsData } = await part('ngrams/extrasmall');

/** eld has a character for each byte; those of ASCII that text in lower case has stand for themselves. */
const byteOf = (character: string) =>
  /[a-z '`]/.test(character) ? character.charCodeAt(0) : dictionary.indexOf(character, 0x80);

const languages = Object.values(ngramsData.languages);
const ngrams = Object.entries(ngramsData.ngrams);
const counts = Buffer.alloc(8);
counts.writeUInt32LE(languages.length, 0);
counts.writeUInt32LE(ngrams.length, 4);
const heads = languages.map((code) => {
  const head = Buffer.from(`${code}..`);
  head.writeUInt16LE(Math.round(avgScore[code]! * 1000), 2);
  return head;
});
const entries = ngrams.map(([ngram, scores]) => {
  const bytes = Array.from(ngram, byteOf);
  const pairs = Object.entries(scores).map(([language, score]) => [Number(language), score]);
  return Buffer.from([bytes.length, ...bytes, pairs.length, ...pairs.flat()]);
});

const folder = new URL('../assets/languages/', import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(new URL('ngrams.bin', folder), Buffer.concat([counts, ...heads, ...entries]));
