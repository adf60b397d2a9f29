/** Counts in the tokens of a model's own `tokenizer.json`, by the library that runs these files, an optional peer. */
import type { Tokenizer as ModelEncoder } from '@huggingface/tokenizers';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { importPeer, type PeerUse } from '../../models/import-peer.ts';
import { wellFormed } from '../../util/strings/well-formed.ts';
import type { Tokenizer } from './tokens.ts';
import { codePointStart } from './uninterrupted.ts';

const fileName = 'tokenizer.json';
const tokenizerUse: PeerUse = {
  what: "Tokenizers of models' own",
  install: 'npm install @huggingface/tokenizers@0.2',
};
/** Distinct words whose number of tokens is kept. */
const mostKnownWords = 50_000;

/**
 * Opens a `tokenizer.json`, given its path or that of the folder which holds it. Counts are the model's own, without the
 * special tokens that it puts around a text.
 * @throws ConfigError when the peer package is missing, or the file is missing, damaged or of a kind that it cannot run.
 */
export async function openModelTokenizer(path: string): Promise<Tokenizer> {
  const library = await importPeer<typeof import('@huggingface/tokenizers')>(
    '@huggingface/tokenizers',
    tokenizerUse,
  );
  const file = await fileOf(path);
  try {
    const definition: object = JSON.parse(await readFile(file, 'utf8'));
    const settings = await readFile(join(dirname(file), 'tokenizer_config.json'), 'utf8').catch(() => '{}');
    const encoder = new library.Tokenizer(definition, JSON.parse(settings));
    encoder.encode('a');
    return new ModelTokenizer(path, encoder);
  } catch (cause) {
    throw new ConfigError(`The tokenizer ${file} cannot be read: ${(cause as Error).message}`, {
      hint: `Give the path of a model's ${fileName} or of its folder, or use cl100k_base.`,
      context: { file },
      cause,
    });
  }
}

async function fileOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return resolve(found?.isDirectory() ? join(path, fileName) : path);
}

class ModelTokenizer implements Tokenizer {
  readonly name: string;
  readonly #encoder: ModelEncoder;
  readonly #tokensOfWord = new Map<string, number>();

  constructor(name: string, encoder: ModelEncoder) {
    this.name = name;
    this.#encoder = encoder;
  }

  count(text: string): number {
    // As lone surrogates stand in no vocabulary, and break the tokenizers that work on bytes.
    return this.#encoder.encode(wellFormed(text), { add_special_tokens: false }).ids.length;
  }

  /**
   * The library does not say where tokens start. They are counted word by word, and spread evenly over the characters of
   * their word; where the words have other tokens together than by themselves, over all the text.
   */
  offsets(text: string): Uint32Array {
    const starts: number[] = [];
    for (const { 0: word, index } of text.matchAll(/\s*\S+|\s+/g)) this.#spread(word, index, starts);
    const count = this.count(text);
    return Uint32Array.from(
      { length: count },
      (_, token) => starts[Math.floor((token * starts.length) / count)] ?? 0,
    );
  }

  #spread(word: string, start: number, starts: number[]): void {
    const count = this.#countOfWord(word);
    const first = Math.max(0, word.search(/\S/));
    for (let token = 0; token < count; token++) {
      const offset = first + Math.floor((token * (word.length - first)) / count);
      starts.push(start + codePointStart(word, offset));
    }
  }

  #countOfWord(word: string): number {
    const known = this.#tokensOfWord.get(word);
    if (known !== undefined) return known;
    const count = this.count(word);
    if (this.#tokensOfWord.size >= mostKnownWords) this.#tokensOfWord.clear();
    this.#tokensOfWord.set(word, count);
    return count;
  }
}
