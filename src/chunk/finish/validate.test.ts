import { describe, expect, it } from 'vitest';
import { documentFrom, type Piece } from '../../../test/arbitraries/document.ts';
import { loadTokenizer } from '../../text/tokens/tokens.ts';
import { levels } from '../../types.ts';
import type { ChunkDraft } from '../chunker.ts';
import { validateChunks } from './validate.ts';

const tokenizer = await loadTokenizer('cl100k_base');

function validate(pieces: readonly Piece[], extra: Partial<ChunkDraft>[] = []) {
  const document = documentFrom(pieces);
  const drafts = document.blocks.map((block, index) => ({ ...block, headingPath: [], ...extra[index] }));
  return validateChunks(document, drafts, tokenizer, { maxTokens: 50 });
}
const good: Piece = { kind: 'text', text: 'The company sells shoes and socks.' };
const reasonsOf = async (text: string) =>
  (await validate([good, { kind: 'text', text }])).failed.map(({ reason }) => reason);

describe('validateChunks', () => {
  it.each([
    ['token limit', 'word '.repeat(60)],
    ['too short', 'Hm, no.'],
    ['could not be decoded', 'The \ufffd\ufffdcom\ufffdpany se\ufffdls sh\ufffdes'],
    ['private-use', '\ue001\ue002\ue003 \ue004\ue005\ue006\ue007 and'],
    ['control characters', 'The\u0001 c\u0002omp\u0003any\u0004 sells'],
    ['wrong character encoding', 'CafÃ© mÃ¼de fÃ¼r Ã¶l sÃ¼ÃŸ Ã¤rger'],
    ['hardly any letters', '!"$%&/()?`<>{}[]!"$%&/()?`<>{}[] a'],
  ])('refuses a draft for this reason: %s', async (reason, text) => {
    expect(await reasonsOf(text)).toEqual([expect.stringContaining(reason)]);
  });

  it.each([
    ['German', 'Müde Äpfel fürs süße Öl: à la carte, naïve Größe'],
    ['Chinese', '公司的收入增长了很多，成本下降了。'],
    ['Arabic', 'ارتفعت إيرادات الشركة هذا العام.'],
    ['emoji', '👩‍👩‍👧 👍🏽 🎉🎉🎉 👍🏽 🎉🎉🎉'],
    ['a table of contents', 'Introduction ................................ 5'],
    ['a sparse table', '| Year |  |  | - | - |\n|---|---|---|---|---|'],
    ['a formula', 'E = m c^2 + (a * b) / (c - d) and x^2 = 4'],
    ['prices', '$ 4.20 (5%) $ 8.40 (10%) $ 1,000'],
    ['Portuguese', 'A AÇÃO e a NAÇÃO são do cidadão'],
  ])('keeps %s', async (_, text) => {
    expect(await reasonsOf(text)).toEqual([]);
  });

  it('keeps short headings, tables, lists and sentences, and a short document', async () => {
    const sentence = await validate([good, { kind: 'text', text: 'Yes.' }], [{}, { level: levels.sentence }]);
    expect(sentence.failed).toEqual([]);
    expect(
      (await validate([good, { kind: 'heading', text: 'Intro' }, { kind: 'list', text: '- a' }])).failed,
    ).toEqual([]);
    expect((await validate([{ kind: 'text', text: 'Yes.' }])).failed).toEqual([]);
  });

  it('refuses white space and names the sequence', async () => {
    const document = documentFrom([good]);
    const drafts: ChunkDraft[] = [
      { charStart: 0, charEnd: 11, kind: 'text', headingPath: [] },
      { charStart: 11, charEnd: 12, kind: 'text', headingPath: [] },
    ];
    const { valid, failed } = await validateChunks(document, drafts, tokenizer, { maxTokens: 50 });
    expect(valid).toEqual([drafts[0]]);
    expect(failed).toEqual([{ sequence: 1, reason: 'empty: white space only' }]);
  });

  it('renumbers parents, and drops a refused one', async () => {
    const bad: Piece = { kind: 'text', text: 'no' };
    const { valid } = await validate([bad, good, good, good], [{}, {}, { parent: 1 }, { parent: 0 }]);
    expect(valid.map(({ parent }) => parent)).toEqual([undefined, 0, undefined]);
  });
});
