import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeRecord, spec } from '../../../test/contract/store/records.ts';
import { referenceOf } from './in-version.ts';
import type { ChunkRecord, SyncedFile } from '../store.ts';
import { type ChangePlan, planChange, type PreparedChange, type StoredDocument, touchedBy } from './plan.ts';

/** A store in memory. */
interface Row extends StoredDocument {
  readonly text: string;
  readonly chunkIds: readonly string[];
}

const options = { collection: spec, location: 'memory', now: '2026-06-01T00:00:00.000Z' };
const planFor = (rows: readonly Row[], change: PreparedChange) => planChange(rows, change, options);

/** The rows that a store reads for a change. */
function touched(rows: readonly Row[], change: PreparedChange): Row[] {
  const { documentIds, withVersions, files } = touchedBy(change);
  return rows.filter(
    ({ documentId, isPresent, file }) =>
      (isPresent ? documentIds : withVersions).includes(documentId) ||
      files.some(({ root, path }) => file?.root === root && file.path === path),
  );
}

function applied(rows: readonly Row[], { gone, changed, coming }: ChangePlan<Row>): Row[] {
  const kept = rows.filter((row) => !gone.includes(row));
  return [
    ...kept.map((row) => {
      const change = changed.find(({ stored }) => stored === row);
      if (!change) return row;
      const { document = row.document, file, isSuperseded } = change;
      const label = (id: string) => id.replace(/^([^#]*)#(?!v)/, `${referenceOf(document)}#`);
      const chunkIds = isSuperseded ? row.chunkIds.map(label) : row.chunkIds;
      return { ...row, document, file, chunkIds, isPresent: document.supersededAt === undefined };
    }),
    ...coming.map(({ document, record, chunks, file }) => ({
      documentId: document.documentId,
      isPresent: document.supersededAt === undefined,
      document,
      chunkCount: chunks.length,
      file,
      text: record.content.text,
      chunkIds: idsOf(chunks),
    })),
  ];
}

const idsOf = (chunks: readonly ChunkRecord[]) => chunks.map(({ chunk }) => chunk.chunkId);
const after = (rows: readonly Row[], ...changes: PreparedChange[]) =>
  changes.reduce<readonly Row[]>((now, change) => applied(now, planFor(touched(now, change), change)), rows);

/** What is compared of a state: rows in no order, without the times at which it was made. */
const shown = (rows: readonly Row[]) =>
  rows
    .map(({ document, ...row }) => ({ ...row, document: { ...document, ingestedAt: '', updatedAt: '' } }))
    .sort((a, b) => (referenceOf(a.document) < referenceOf(b.document) ? -1 : 1));

const ids = fc.constantFrom('a', 'b', 'c');
const files: fc.Arbitrary<SyncedFile> = fc
  .constantFrom('x', 'y', 'z')
  .map((path) => ({ root: '/files', path, size: 1, modifiedMs: 2, changedMs: 3, checkedMs: 4 }));
const paths = fc.constantFrom('/files/x', '/files/y');
const puts = fc
  .record({
    documentId: ids,
    text: fc.array(fc.constantFrom('One.', 'Two.', 'Three.'), { maxLength: 3 }),
    sourcePath: paths,
    file: fc.option(files, { nil: undefined }),
  })
  .map(({ documentId, text, sourcePath, file }) => put(documentId, { text, document: { sourcePath } }, file));
const changes: fc.Arbitrary<PreparedChange> = fc.record({
  put: fc.array(puts, { maxLength: 3 }),
  remove: fc.array(ids, { maxLength: 2 }),
  keepVersions: fc.boolean(),
  seen: fc.array(fc.record({ documentId: ids, sourcePath: paths, file: files }), { maxLength: 2 }),
});
const states = fc.array(changes, { maxLength: 6 }).map((history) => after([], ...history));

function put(id: string, record: Parameters<typeof makeRecord>[1], file?: SyncedFile) {
  return { record: { ...makeRecord(id, record), file }, terms: [] };
}

const present = (rows: readonly Row[]) => rows.filter(({ isPresent }) => isPresent);
const earlierIn = (rows: readonly Row[]) => rows.filter(({ isPresent }) => !isPresent).length;
const presentIds = (rows: readonly Row[]) => present(rows).map(({ documentId }) => documentId);
const versions = (rows: readonly Row[]) => shown(rows).map(({ document, text }) => [document, text]);
const chunksOf = (rows: readonly Row[]) => rows.flatMap(({ chunkIds }) => chunkIds);
const areDistinct = (values: readonly unknown[]) => new Set(values).size === values.length;

describe('a plan', () => {
  it('leaves one present version of a document, which is the newest, and a file to one document', () => {
    fc.assert(
      fc.property(states, (rows) => {
        expect(areDistinct(presentIds(rows))).toBe(true);
        expect(areDistinct(rows.map(({ document }) => referenceOf(document)))).toBe(true);
        expect(areDistinct(chunksOf(rows))).toBe(true);
        expect(areDistinct(rows.flatMap(({ file }) => file?.path ?? []))).toBe(true);
        for (const { isPresent, documentId, document, file, chunkIds } of rows) {
          if (isPresent) continue;
          const newest = present(rows).find((row) => row.documentId === documentId);
          expect(newest!.document.version).toBeGreaterThan(document.version);
          expect(file).toBeUndefined();
          expect(chunkIds.every((id) => id.startsWith(`${referenceOf(document)}#`))).toBe(true);
        }
      }),
    );
  });

  it('counts what it does', () => {
    fc.assert(
      fc.property(states, changes, (rows, change) => {
        const { counts } = planFor(touched(rows, change), change);
        const now = after(rows, change);
        const gone = presentIds(rows).filter((id) => !presentIds(now).includes(id));
        expect(counts.documentsRemoved).toBe(gone.length);
        expect(counts.versionsRemoved).toBe(
          rows.filter(({ isPresent, documentId }) => !isPresent && gone.includes(documentId)).length,
        );
        expect(counts.chunksAdded - counts.chunksRemoved).toBe(chunksOf(now).length - chunksOf(rows).length);
        expect(counts.versions).toHaveLength(change.put.length);
      }),
    );
  });

  it('needs no other rows than those it names', () => {
    fc.assert(
      fc.property(states, changes, (rows, change) => {
        expect(shown(after(rows, change))).toEqual(shown(applied(rows, planFor(rows, change))));
      }),
    );
  });

  it('comes to nothing where it has been carried out: removals, files, documents stored again as they are', () => {
    fc.assert(
      fc.property(states, changes, (rows, { remove, seen }) => {
        const change = { put: [], remove, seen };
        const now = after(rows, change);
        expect(shown(after(now, change))).toEqual(shown(now));
        const again = planFor(now, { put: [], remove });
        expect([...again.gone, ...again.changed, ...again.coming]).toEqual([]);
      }),
    );
  });

  it('replaces: what is there then is what came, as the next version', () => {
    fc.assert(
      fc.property(states, puts, fc.boolean(), (rows, one, keepVersions) => {
        const { documentId } = one.record.document;
        const versionOf = (some: readonly Row[]) =>
          present(some).find((row) => row.documentId === documentId)?.document.version ?? 0;
        const now = after(rows, { put: [one], keepVersions });
        const [row, ...others] = present(now).filter((found) => found.documentId === documentId);
        expect([row!.text, row!.document.version, others]).toEqual([
          one.record.content.text,
          versionOf(rows) + 1,
          [],
        ]);
        expect(earlierIn(now) - earlierIn(rows)).toBe(keepVersions && versionOf(rows) > 0 ? 1 : 0);
        const replaced = { put: [one], remove: [documentId], keepVersions };
        expect(shown(after(rows, replaced))).toEqual(shown(now));
      }),
    );
  });

  it('adds what was removed as if it had never been there', () => {
    fc.assert(
      fc.property(states, puts, (rows, one) => {
        const removal = { put: [], remove: [one.record.document.documentId] };
        const without = after(rows, removal);
        expect(shown(after(without, { put: [one] }))).toEqual(shown(after(rows, removal, { put: [one] })));
        expect(after(without, { put: [one] }).at(-1)!.document).toEqual(
          after([], { put: [one] }).at(-1)!.document,
        );
      }),
    );
  });

  it('stores the same from the versions of a document in any order, again and again', () => {
    const history = fc.array(puts, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(history, fc.infiniteStream(fc.integer()), (all, order) => {
        const rows = after([], ...all.map((one) => ({ put: [one], keepVersions: true })));
        const exported = rows.map(({ document, text }) =>
          put(document.documentId, { text: text === '' ? [] : text.split('\n\n'), document }),
        );
        const mixed = exported
          .map((one) => ({ one, key: order.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => one);
        const stored = after([], { put: mixed });
        expect(versions(stored)).toEqual(versions(rows));
        expect(areDistinct(chunksOf(stored))).toBe(true);
        const earlier = mixed.filter(({ record }) => record.document.supersededAt !== undefined);
        expect(versions(after(stored, { put: earlier }))).toEqual(versions(rows));
      }),
    );
  });

  it('follows a document that is added again by its path, and forgets what was seen of its file', () => {
    const file = fc.sample(files, 1)[0]!;
    const rows = after([], { put: [put('a', { document: { sourcePath: '/files/x' } }, file)] });
    const [same] = after(rows, { put: [put('a', { document: { sourcePath: '/files/x' } })] });
    expect(same!.file).toEqual({ ...file, checkedMs: 0 });
    const [other] = after(rows, { put: [put('a', { document: { sourcePath: '/elsewhere' } })] });
    expect(other!.file).toBeUndefined();
  });

  it('is refused where a document is not as it was expected, or of another model', () => {
    const rows = after([], { put: [put('a', {})] });
    const [{ document }] = rows as [Row];
    expect(planFor(rows, { put: [], expected: [document] }).changed).toEqual([]);
    for (const state of [
      { ...document, version: 2 },
      { ...document, documentId: 'b' },
    ]) {
      expect(() => planFor(rows, { put: [], expected: [state] })).toThrow('Another writer');
    }
    const ofOther = put('a', { document: { embeddingModel: 'other' } });
    expect(() => planFor(rows, { put: [ofOther] })).toThrow('is embedded with');
  });
});
