import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makePagedRecord, makeRecord, spec, unitVector } from '../../../../test/contract/store/records.ts';
import { writeVersion1 } from '../../../../test/support/version-1.ts';
import { parseFilter } from '../../filter/parse-filter.ts';
import { databaseFile } from './address.ts';
import { openSqliteStore } from '../sqlite-store.ts';

const records = [
  makePagedRecord(),
  makeRecord('a', { document: { tags: ['x', 'y', 'x'], metadata: { list: ['one', 'two'], none: [] } } }),
  makeRecord('b', { document: { creators: ['Ada'], metadata: { date: '2026-01-01', big: 7 } } }),
];

const filters = [
  { tags: { $contains: 'x' } },
  { tags: { $exists: true } },
  { creators: { $ne: 'Ada' } },
  { list: { $in: ['two'] } },
  { none: { $exists: true } },
  { date: { $lt: '2026-02-01T00:00:00Z' } },
  { title: { $contains: 'a' } },
  { format: 'text', version: 1, language: { $exists: false } },
  { ingestedAt: { $lt: '2026-06-01' }, chunkCount: { $gte: 2 } },
  { embeddingModel: spec.embeddingModel, collection: { $contains: 'paper' } },
];

const chunkFilters = [
  { pageNumbers: 1 },
  { own: { $contains: 'q' } },
  { headingPath: { $exists: true } },
  { embeddedAt: { $lt: '2030-01-01' } },
];

describe('a store of version 0.1', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pincite-schema-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is filtered as before once it has been opened, and nothing is wrong with it', async () => {
    const written = path.join(folder, 'written');
    const store = await openSqliteStore(`sqlite:${written}`);
    await store.ensureCollection(spec);
    await store.write(spec.name, { put: records });
    await store.updateMetadata(spec.name, { target: { chunkIds: ['a#0000'] }, patch: { own: ['p', 'q'] } });
    const old = path.join(folder, 'old');
    await (await openSqliteStore(`sqlite:${old}`)).close();
    await rm(path.join(old, databaseFile));
    await writeVersion1(path.join(written, databaseFile), path.join(old, databaseFile));
    const upgraded = await openSqliteStore(`sqlite:${old}`);
    for (const filter of filters.map(parseFilter)) {
      const expected = await store.documents(spec.name, filter);
      expect(expected).not.toEqual([]);
      expect(await upgraded.documents(spec.name, filter)).toEqual(expected);
    }
    for (const filter of chunkFilters.map(parseFilter)) {
      const scope = { collection: spec.name, filter, limit: 9 };
      const expected = await store.searchVector(unitVector('any'), scope);
      expect(expected).not.toEqual([]);
      expect(await upgraded.searchVector(unitVector('any'), scope)).toEqual(expected);
    }
    expect((await upgraded.maintenance!.check()).problems).toEqual([]);
    await upgraded.close();
    await store.close();
  });
});
