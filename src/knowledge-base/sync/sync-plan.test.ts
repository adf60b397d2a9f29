import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SyncedDocument, SyncedFile } from '../../store/store.ts';
import { isUntouched, planSync } from './sync-plan.ts';

const state = { root: '/r', size: 1, modifiedMs: 10_000, changedMs: 10_000, checkedMs: 20_000 };
const tracked = (path: string, hash: string): SyncedDocument => ({
  documentId: `id of ${path}`,
  sourceHash: hash,
  format: 'text',
  file: { ...state, path },
});
const plan = (
  files: Record<string, string>,
  documents: Record<string, string>,
  unread: string[] = [],
  outdated: string[] = [],
) =>
  planSync({
    files: Object.entries(files).map(([path, hash]) => ({ path, hash })),
    tracked: Object.entries(documents).map(([path, hash]) => tracked(path, hash)),
    unread,
    isCurrent: ({ documentId }) => !outdated.includes(documentId),
  });

describe('planSync', () => {
  it('adds what is new, replaces what differs, removes what is gone', () => {
    expect(plan({ a: '1', b: '2', c: '3' }, { b: '2', c: 'x', d: '4' })).toEqual({
      inserted: [{ path: 'a' }],
      replaced: [{ path: 'c', documentId: 'id of c' }],
      moved: [],
      deleted: [{ path: 'd', documentId: 'id of d' }],
      skipped: [{ path: 'b', documentId: 'id of b' }],
    });
  });

  it('replaces what was processed by other settings', () => {
    const documents = { a: '1', b: '2' };
    expect(plan(documents, documents, [], ['id of b'])).toMatchObject({
      replaced: [{ path: 'b', documentId: 'id of b' }],
      skipped: [{ path: 'a' }],
    });
  });

  it('follows the same bytes to another path, to the same name before others', () => {
    const { moved, inserted, deleted } = plan(
      { 'x/copy': '1', 'x/a': '1', new: '2' },
      { a: '1', 'old/b': '2', kept: '9' },
    );
    expect(moved).toEqual([
      { from: 'a', path: 'x/a', documentId: 'id of a' },
      { from: 'old/b', path: 'new', documentId: 'id of old/b' },
    ]);
    expect(inserted).toEqual([{ path: 'x/copy' }]);
    expect(deleted.map(({ path }) => path)).toEqual(['kept']);
  });

  it('takes a copy for a new document while the first file is there', () => {
    expect(plan({ a: '1', b: '1' }, { a: '1' })).toMatchObject({ inserted: [{ path: 'b' }], moved: [] });
  });

  it('leaves alone what could not be read, with all below it', () => {
    const { deleted, replaced, skipped } = plan({ a: '1' }, { 'x/a': '1', 'x/y/b': '2', xy: '3' }, ['x']);
    expect(deleted.map(({ path }) => path)).toEqual(['xy']);
    expect([...replaced, ...skipped]).toEqual([]);
  });

  it('gives every file one document and every document one file, whatever has changed', () => {
    const folders = fc.dictionary(
      fc.constantFrom('a', 'b', 'c', 'x/a', 'x/b'),
      fc.constantFrom('1', '2', '3'),
      {
        noNullPrototype: true,
      },
    );
    fc.assert(
      fc.property(folders, folders, (files, documents) => {
        const { inserted, replaced, moved, deleted, skipped } = plan(files, documents);
        const paths = [...inserted, ...replaced, ...moved, ...skipped].map(({ path }) => path);
        expect(paths.sort()).toEqual(Object.keys(files).sort());
        const ids = [...replaced, ...moved, ...deleted, ...skipped].map(({ documentId }) => documentId);
        expect(ids.sort()).toEqual(
          Object.keys(documents)
            .map((path) => `id of ${path}`)
            .sort(),
        );
        for (const { from, path } of moved) expect(documents[from]).toBe(files[path]);
      }),
    );
  });
});

describe('isUntouched', () => {
  const known: SyncedFile = { ...state, path: 'a' };
  const found = { path: 'a', size: 1, modifiedMs: 10_000, changedMs: 10_000 };

  it('needs the same size and the same times', () => {
    expect(isUntouched(known, found)).toBe(true);
    for (const other of [{ size: 2 }, { modifiedMs: 10_001 }, { changedMs: 10_001 }]) {
      expect(isUntouched(known, { ...found, ...other })).toBe(false);
    }
  });

  it('does not trust times that a later change could have left as well', () => {
    expect(isUntouched({ ...known, checkedMs: 11_500 }, found)).toBe(false);
    expect(isUntouched({ ...known, checkedMs: 9_000 }, found)).toBe(false);
  });
});
