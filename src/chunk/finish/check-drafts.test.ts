import { describe, expect, it } from 'vitest';
import { documentFrom } from '../../../test/arbitraries/document.ts';
import { checkDrafts } from './check-drafts.ts';
import type { ChunkDraft } from '../chunker.ts';

const document = documentFrom([{ kind: 'text', text: 'One two three four five six.' }]);
const draft = (charStart: number, charEnd: number, more: Partial<ChunkDraft> = {}): ChunkDraft => ({
  charStart,
  charEnd,
  kind: 'text',
  headingPath: [],
  ...more,
});
const check = (...drafts: ChunkDraft[]) => checkDrafts('mine', document, drafts);

describe('checkDrafts', () => {
  it('takes drafts that overlap with their neighbours, and parents around them', () => {
    check(
      draft(0, 28, { level: 2 }),
      draft(0, 13, { parent: 0 }),
      draft(8, 20, { parent: 0 }),
      draft(14, 28),
    );
  });

  it.each([
    ['offsets that are no whole numbers', [draft(0.5, 3)]],
    ['is from -1 to 3, and the text has 28 characters', [draft(-1, 3)]],
    ['is from 0 to 29', [draft(0, 29)]],
    ['is empty: from 3 to 3', [draft(3, 3)]],
    ['is of kind poem, not one of text, table', [draft(0, 3, { kind: 'poem' as 'text' })]],
    ['has no headingPath', [draft(0, 3, { headingPath: undefined as unknown as [] })]],
    ['has level 5', [draft(0, 3, { level: 5 })]],
    ['does not begin and end behind the one before', [draft(0, 7), draft(0, 9)]],
    ['does not begin and end behind the one before', [draft(0, 7), draft(2, 7)]],
    ['overlaps with more than its neighbours', [draft(0, 13), draft(4, 18), draft(8, 23)]],
    ['names a parent that is not there: 7', [draft(0, 7, { parent: 7 })]],
    ['names a parent that is not around it', [draft(0, 7, { level: 2 }), draft(4, 13, { parent: 0 })]],
    ['of no lower level', [draft(0, 13), draft(0, 7, { level: 2, parent: 0 })]],
  ])('refuses a draft that %s', (problem, drafts) => {
    expect(() => check(...drafts)).toThrow(
      expect.objectContaining({
        code: 'CHUNKING',
        message: expect.stringMatching(new RegExp(`^Chunker mine: draft ${drafts.length - 1} .*${problem}`)),
        hint: expect.stringContaining('docs/chunking.md'),
      }),
    );
  });
});
