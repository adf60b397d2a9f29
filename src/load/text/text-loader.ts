import { decodeText } from '../detect/decode.ts';
import { charsetOf } from '../detect/detect.ts';
import { isFiling, readFiling, readFilingText } from '../filing/filing.ts';
import { hasMarkedTables } from '../filing/filing-text.ts';
import type { Loader } from '../loader.ts';
import { withoutBrokenWords } from './hyphens.ts';
import { readPlainText } from './text.ts';

/** Reads plain text as it is but for words that programs have broken; filings to the SEC without what wraps them. */
export const textLoader: Loader = {
  async load(request) {
    const { text } = decodeText(request.bytes, { charset: charsetOf(request.contentType) });
    if (isFiling(text)) return { ...(await readFiling(text, request)), format: 'text' };
    return hasMarkedTables(text) ? readFilingText(text) : readPlainText(withoutBrokenWords(text));
  },
};
