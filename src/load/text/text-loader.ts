import { decodeText } from '../detect/decode.ts';
import { charsetOf } from '../detect/detect.ts';
import type { Loader } from '../loader.ts';
import { readFiling } from './edgar/filing.ts';
import { isFiling } from './edgar/is-filing.ts';
import { withoutBrokenWords } from './hyphens.ts';
import { readPlainText } from './text.ts';

/** Reads plain text as it is but for words that programs have broken, and submissions to the SEC by what wraps them. */
export const textLoader: Loader = {
  async load({ bytes, contentType, name, limits }) {
    const { text } = decodeText(bytes, { charset: charsetOf(contentType) });
    const filing = isFiling(text) ? await readFiling(text, { name, limits }) : undefined;
    return filing ?? readPlainText(withoutBrokenWords(text));
  },
};
