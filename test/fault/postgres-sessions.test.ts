/** Many sessions of a PostgreSQL server over one collection, and what becomes of them when connections break. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { StoreError } from '../../src/errors.ts';
import type { Store } from '../../src/store/store.ts';
import { makeRecord, spec } from '../contract/store/records.ts';
import { noRealPostgres } from '../support/postgres-binary.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { expectAllWritten, readRounds, writeRounds } from './session-rounds.ts';

const openSome = (count: number, url: string): Promise<Store[]> =>
  Promise.all(Array.from({ length: count }, () => openPostgresStore(url)));

/** Eight write and sixteen read until they are done. */
async function writeAndRead(url: string, rounds: number): Promise<void> {
  const [writers, readers] = [await openSome(8, url), await openSome(16, url)];
  await writers[0]!.ensureCollection(spec);
  const names = writers.map((_, index) => `writer${'abcdefgh'[index]}`);
  const over = new AbortController();
  const reading = Promise.all(readers.map((store) => readRounds(store, names, over.signal)));
  reading.catch(() => undefined); // thrown below
  try {
    const written = await Promise.all(
      writers.map(
        async (store, index) => [names[index]!, await writeRounds(store, names[index]!, rounds)] as const,
      ),
    );
    over.abort();
    for (const count of await reading) expect(count).toBeGreaterThan(0);
    await expectAllWritten(readers[0]!, new Map(written));
  } finally {
    over.abort();
    await reading.catch(() => undefined);
    await Promise.all([...writers, ...readers].map((store) => store.close()));
  }
}

describe.skipIf(noRealPostgres)(`many sessions of PostgreSQL${noRealPostgres ?? ''}`, () => {
  let server: PostgresServer;
  /** In no transaction. */
  let watcher: Client;
  beforeAll(async () => {
    server = await startPostgres();
    watcher = new Client(server.url);
    await watcher.connect();
  });
  afterAll(async () => {
    await watcher.end();
    await server.kill();
  });

  let places = 0;
  const newPlace = (parameters = '') => {
    const schema = `place_${(places += 1)}`;
    return { schema, url: `${server.url}?schema=${schema}${parameters}` };
  };

  const waiting = async () =>
    (
      await watcher.query(
        `SELECT 1 FROM pg_stat_activity WHERE application_name = 'pincite' AND wait_event_type = 'Lock'`,
      )
    ).rowCount;

  it('lose nothing and see nothing half', async () => {
    await writeAndRead(newPlace('&hnsw_from=0').url, 4);
  });

  it('lose nothing and see nothing half where connections are ended all the time', async () => {
    const { url } = newPlace();
    let ended = 0;
    const over = new AbortController();
    const ending = (async () => {
      while (!over.signal.aborted) {
        const { rowCount } = await watcher.query(
          `SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity
             WHERE application_name = 'pincite' AND pid <> pg_backend_pid() ORDER BY random() LIMIT 2) AS chosen`,
        );
        ended += rowCount ?? 0;
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
    })();
    try {
      await writeAndRead(url, 3);
    } finally {
      over.abort();
      await ending;
    }
    expect(ended).toBeGreaterThan(20);
  });

  it.each(['40001', '40P01'])('do a change again that the server has rolled back with %s', async (code) => {
    const { url, schema } = newPlace();
    const store = await openPostgresStore(url);
    await store.ensureCollection(spec);
    await watcher.query(`CREATE SEQUENCE ${schema}.tries;
      CREATE FUNCTION ${schema}.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('${schema}.tries') <= 3 THEN RAISE EXCEPTION 'in the way' USING ERRCODE = '${code}'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER refused BEFORE INSERT ON ${schema}.documents FOR EACH ROW EXECUTE FUNCTION ${schema}.refuse()`);
    expect(await store.write(spec.name, { put: [makeRecord('a')] })).toMatchObject({ chunksAdded: 2 });
    const [document] = await store.documents(spec.name);
    expect(document).toMatchObject({ documentId: 'a', version: 1 });
    await store.close();
  });

  it('read again where the server has ended one of two that waited for each other', async () => {
    const { url, schema } = newPlace();
    const store = await openPostgresStore(url);
    await store.ensureCollection(spec);
    await store.write(spec.name, { put: [makeRecord('a')] });
    const other = new Client(server.url);
    await other.connect();
    await other.query(
      `SET deadlock_timeout = '60s'; BEGIN; LOCK TABLE ${schema}.document_texts IN ACCESS EXCLUSIVE MODE`,
    );
    let runs = 0;
    const reading = store.read(async (reads) => {
      runs += 1;
      await reads.documents(spec.name);
      return reads.documentText(spec.name, 'a');
    });
    await expect.poll(waiting).toBe(1);
    await other.query(`LOCK TABLE ${schema}.documents IN ACCESS EXCLUSIVE MODE; COMMIT`);
    expect(await reading).toBe(makeRecord('a').content.text);
    expect(runs).toBe(2);
    await Promise.all([store.close(), other.end()]);
  });

  it('say that nobody knows whether a change was stored, where the connection breaks when it is being stored', async () => {
    const { url, schema } = newPlace();
    let isEnding = false;
    const store = await openPostgresStore(url, {
      beforeStatement: (sql) => {
        if (sql === 'COMMIT' && isEnding) void watcher.query(endAll);
      },
    });
    const endAll = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pincite' AND pid <> pg_backend_pid()`;
    await store.ensureCollection(spec);
    // What a deferred trigger does is done when the transaction is committed.
    await watcher.query(`CREATE FUNCTION ${schema}.linger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(5); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER lingers AFTER INSERT ON ${schema}.documents DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION ${schema}.linger()`);
    isEnding = true;
    const failure = await store.write(spec.name, { put: [makeRecord('a')] }).catch((error: unknown) => error);
    isEnding = false;
    expect(failure).toBeInstanceOf(StoreError);
    expect(failure).toMatchObject({
      context: { engineCode: '08007' },
      hint: expect.stringContaining('or nothing') as string,
    });
    expect(await store.documents(spec.name)).toEqual([]);
    await store.close();
  });
});
