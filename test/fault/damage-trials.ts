/** Damages the database of a store, one trial after the other, and asks the store for everything. */
import assert from 'node:assert/strict';
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PinciteError } from '../../src/errors.ts';
import { openConnection } from '../../src/store/sqlite/database/connection.ts';
import { openDriver } from '../../src/store/sqlite/database/driver.ts';
import { databaseFile } from '../../src/store/sqlite/database/address.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { toText } from '../../src/store/sqlite/database/text-bytes.ts';
import type { Store } from '../../src/store/store.ts';
import { sha256 } from '../../src/util/ids/hash.ts';
import { makePagedRecord, makeRecord, spec, unitVector } from '../contract/store/records.ts';
import { seededRandom } from '../support/seeded-random.ts';

/** What came of the trials. A process that ends before it says so was aborted. */
export interface Tally {
  trials: number;
  /** Everything was as before. */
  unseen: number;
  /** At least one error, each of a class of ours. */
  errors: number;
  /** Something was other than before without an error, and the check tells of it: ranks, fields, but no text. */
  told: number;
  /** The trials in which the check does not tell of it either. */
  silent: string[];
  /** What was other than before without an error of its own, in how many trials. */
  changed: Record<string, number>;
}

async function fill(folder: string): Promise<void> {
  const store = await openSqliteStore(`sqlite:${folder}`);
  await store.ensureCollection(spec);
  const original = Buffer.from('the bytes of an original');
  const put = Array.from({ length: 12 }, (_, index) => makeRecord(`d${index}`));
  await store.write(spec.name, {
    put: [
      makePagedRecord(),
      ...put,
      { ...makeRecord('kept', { document: { sourceHash: sha256(original), language: 'en' } }), original },
    ],
  });
  await store.write(spec.name, { put: [makeRecord('d0', { text: ['again'] })], keepVersions: true });
  await store.write(spec.name, { remove: ['d1'] });
  await store.maintenance?.vacuum();
  await store.close();
}

/** Each thing that a store says, by what was asked: the texts, of which none may be wrong, and all else. */
async function ask(store: Store, documents: readonly string[]): Promise<Map<string, string | Error>> {
  const said = new Map<string, string | Error>();
  const note = async (what: string, action: () => Promise<unknown>) => {
    try {
      said.set(what, JSON.stringify(await action()) ?? '');
    } catch (error) {
      said.set(what, error as Error);
    }
  };
  const scope = { collection: spec.name, limit: 50 };
  await note('collections', () => store.collections());
  await note('keywords', () => store.searchKeyword('paragraph sea', scope));
  await note('vectors', () => store.searchVector(unitVector('q'), scope));
  await note('stats', () => store.stats(spec.name, { groupBy: 'language' }));
  await note('synced', () => store.syncedDocuments(spec.name, '/nowhere'));
  for (const id of documents) {
    await note(`text ${id}`, () => store.documentText(spec.name, id));
    await note(`text of content ${id}`, async () => store.content(spec.name, id));
    await note(`text of chunks ${id}`, async () =>
      (await store.chunksOf(spec.name, id)).map(({ chunkId, content }) => [chunkId, content]),
    );
    await note(`text of one chunk ${id}`, async () =>
      (await store.chunks(spec.name, [`${id}#0000`])).map(({ content }) => content),
    );
    await note(`record ${id}`, () => store.documentsById(spec.name, [id]));
    await note(`layout ${id}`, async () => {
      const { pages, sections } = (await store.content(spec.name, id)) ?? {};
      return { pages, sections };
    });
    await note(`chunks ${id}`, () => store.chunksOf(spec.name, id));
    await note(`places ${id}`, () => store.places(spec.name, [`${id}#0000`, `${id}#0001`]));
    await note(`original ${id}`, async () =>
      Buffer.from((await store.original(spec.name, id)) ?? []).toString('hex'),
    );
  }
  return said;
}

/** After asking: what must not end the process either, and may change the store. */
async function use(store: Store, folder: string): Promise<{ problems: number; errors: Error[] }> {
  const errors: Error[] = [];
  let problems = 0;
  const attempt = async (action: () => Promise<unknown>) => {
    try {
      await action();
    } catch (error) {
      errors.push(error as Error);
    }
  };
  await attempt(async () => (problems = (await store.maintenance?.check())?.problems.length ?? 0));
  await attempt(async () => {
    for await (const _ of store.export(spec.name));
  });
  await attempt(async () => store.maintenance?.backup(`${folder}-backup`));
  await attempt(() => store.write(spec.name, { put: [makeRecord('d2', { text: ['new'] })], remove: ['d3'] }));
  await attempt(async () => store.maintenance?.vacuum());
  await attempt(() => store.removeCollection(spec.name));
  return { problems, errors };
}

const isText = (what: string) => what.startsWith('text');
const isEmpty = (value: string) => value === '' || value === '[]';
/** A document whose row is lost to damage is nowhere, which only the check can tell; one that is listed has its text. */
const isGone = (said: ReadonlyMap<string, string | Error>, what: string) =>
  said.get(`record ${what.split(' ').at(-1)}`) === '[]';

/** @param damages what is done to the file of a database in each trial. @throws AssertionError for a silent wrong text. */
async function runTrials(
  damages: (
    file: string,
  ) => Promise<readonly [name: string, action: (file: string) => void | Promise<void>][]>,
): Promise<Tally> {
  const root = mkdtempSync(path.join(tmpdir(), 'pincite-damage-'));
  const sound = path.join(root, 'sound');
  const tally: Tally = { trials: 0, unseen: 0, errors: 0, told: 0, silent: [], changed: {} };
  try {
    await fill(sound);
    const before = await openSqliteStore(`sqlite:${sound}`);
    const documents = (await before.documents(spec.name, undefined, { versions: 'all' })).map(
      ({ documentId }) => documentId,
    );
    const ids = [...new Set(documents), 'd0#v1'];
    const expected = await ask(before, ids);
    await before.close();
    for (const [name, damage] of await damages(path.join(sound, databaseFile))) {
      writeSync(1, `${JSON.stringify({ trial: name })}\n`);
      const folder = path.join(root, 'trial');
      cpSync(sound, folder, { recursive: true });
      await damage(path.join(folder, databaseFile));
      const errors: Error[] = [];
      let isTold = false;
      const changed = new Set<string>();
      try {
        const store = await openSqliteStore(`sqlite:${folder}`);
        const said = await ask(store, ids);
        const used = await use(store, folder);
        await store.close();
        errors.push(...used.errors, ...[...said.values()].filter((value) => value instanceof Error));
        isTold = used.problems > 0;
        for (const [what, value] of said) {
          if (value instanceof Error || value === expected.get(what)) continue;
          changed.add(what.split(' ').slice(0, -1).join(' ') || what);
          assert.ok(
            !isText(what) || (isEmpty(value) && isTold && (isGone(said, what) || what.includes('one chunk'))),
            `${name}: ${what} is ${value.slice(0, 300)} without an error`,
          );
        }
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        errors.push(error as Error);
      }
      for (const error of errors) assert.ok(error instanceof PinciteError, `${name}: ${error.stack}`);
      tally.trials += 1;
      if (errors.length > 0) tally.errors += 1;
      else if (changed.size > 0 && isTold) tally.told += 1;
      else if (changed.size > 0) tally.silent.push(`${name}: ${[...changed].join(', ')}`);
      else tally.unseen += 1;
      for (const what of changed) tally.changed[what] = (tally.changed[what] ?? 0) + 1;
      for (const made of [folder, `${folder}-backup`]) rmSync(made, { recursive: true, force: true });
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return tally;
}

/** Bytes flipped, bits flipped, and pages zeroed, at places of a seed. */
export function damageAtRandom(seed: number, trials: number): Promise<Tally> {
  const random = seededRandom(seed);
  return runTrials(async (file) => {
    const { length } = readFileSync(file);
    return Array.from({ length: trials }, (_, trial) => {
      const kind = trial % 3;
      const start =
        kind === 2 ? 4096 * Math.floor(random() * (length / 4096)) : Math.floor(random() * length);
      const mask = kind === 0 ? 1 << Math.floor(random() * 8) : 0xff;
      return [
        `${['bit', 'bytes', 'page'][kind]} ${start}`,
        (damaged: string) => {
          const bytes = readFileSync(damaged);
          if (kind === 2) bytes.fill(0, start, start + 4096);
          else
            for (let at = start; at < start + (kind === 0 ? 1 : 8) && at < length; at += 1)
              bytes[at]! ^= mask;
          writeFileSync(damaged, bytes);
        },
      ] as const;
    });
  });
}

/** Every column of every table that takes it, one after the other, holds a text that is no UTF-8. */
export function damageEachColumn(): Promise<Tally> {
  return runTrials(async (file) => {
    const copy = `${file}.columns`;
    copyFileSync(file, copy);
    const database = await openDriver(copy, 0);
    const columns = database
      .prepare(
        `SELECT t.name AS name, c.name AS field FROM sqlite_schema t JOIN pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND c.pk = 0`,
      )
      .all<{ name: Uint8Array; field: Uint8Array }>()
      .map(({ name, field }) => [toText(name), toText(field)] as const);
    database.close();
    for (const ending of ['', '-wal', '-shm']) rmSync(`${copy}${ending}`, { force: true });
    return columns.map(([table, column]) => [
      `${table}.${column}`,
      async (damaged: string) => {
        const store = await openConnection(`sqlite:${path.dirname(damaged)}`);
        store.exec('PRAGMA foreign_keys = OFF');
        store.exec('PRAGMA ignore_check_constraints = ON');
        store.exec(`UPDATE OR IGNORE ${table} SET ${column} = CAST(x'61ff80' AS TEXT)`);
        store.exec('PRAGMA wal_checkpoint(TRUNCATE)');
        store.close();
      },
    ]);
  });
}
