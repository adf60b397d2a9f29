import { mkdtempSync, rmSync, truncateSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QdrantClient } from '@qdrant/js-client-rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasQdrant, isEmulated, type QdrantServer, startQdrant } from './qdrant-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pincite-qdrant-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ids = (points: readonly { readonly id: number | string }[]) => points.map(({ id }) => id);
const newer = (id: number, city: string) => ({ id, vector: [1, 1, 1, 1], payload: { city } });
const inBoth = (indices: number[], values: number[]) => ({
  plain: { indices, values },
  rare: { indices, values },
});
const rarity = (having: number, all: number) => Math.log((all - having + 0.5) / (having + 0.5) + 1);

const must = (key: string, match: object) => ({ must: [{ key, match }] });
const range = (key: string, bounds: object) => ({ must: [{ key, range: bounds }] });
const yes = { key: 'city', match: { value: 'London' } };
const no = { key: 'city', match: { value: 'Paris' } };

const clientOf = ({ url }: QdrantServer, apiKey?: string) =>
  new QdrantClient({ url, apiKey, checkCompatibility: false });

/** The points of Qdrant's first example. */
const cities = [
  { id: 1, vector: [0.05, 0.61, 0.76, 0.74], payload: { city: 'Berlin' } },
  { id: 2, vector: [0.19, 0.81, 0.75, 0.11], payload: { city: ['Berlin', 'London'] } },
  { id: 3, vector: [0.36, 0.55, 0.47, 0.94], payload: { city: ['Berlin', 'Moscow'] } },
  { id: 4, vector: [0.18, 0.01, 0.85, 0.8], payload: { city: ['London', 'Moscow'] } },
  { id: 5, vector: [0.24, 0.18, 0.22, 0.44], payload: { count: [0] } },
  { id: 6, vector: [0.35, 0.08, 0.11, 0.44] },
];

describe.skipIf(!hasQdrant)('the Qdrant server', () => {
  let server: QdrantServer;
  let client: QdrantClient;
  let made = 0;

  beforeAll(async () => {
    server = await startQdrant();
    client = clientOf(server);
  });
  afterAll(() => server.kill());

  async function cityCollection(): Promise<string> {
    const name = `cities-${++made}`;
    await client.createCollection(name, { vectors: { size: 4, distance: 'Dot' } });
    await client.upsert(name, { wait: true, points: cities });
    return name;
  }

  it('gives the scores of Qdrant', async () => {
    const name = await cityCollection();
    const query = [0.2, 0.1, 0.9, 0.7];
    const { points } = await client.query(name, { query, limit: 3 });
    expect(points.map(({ id, score }) => [id, score])).toEqual([
      [4, 1.362],
      [1, 1.273],
      [3, 1.208],
    ]);
    const filter = { should: [{ key: 'city', match: { value: 'London' } }] };
    const { points: filtered } = await client.query(name, { query, filter, limit: 3 });
    expect(filtered.map(({ id, score }) => [id, score])).toEqual([
      [4, 1.362],
      [2, 0.871],
    ]);
  });

  it('gives payloads that are asked for', async () => {
    const name = await cityCollection();
    const points = (request: object) => ask(`/collections/${name}/points`, { ids: [1], ...request });
    expect(await points({})).toEqual([{ id: 1 }]);
    expect(await points({ with_payload: true })).toEqual([{ id: 1, payload: { city: 'Berlin' } }]);
  });
  /** Not as the client asks, which gives defaults of its own. */
  const ask = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await response.json()) as { readonly result: unknown }).result;
  };

  it('gives the vectors of a point', async () => {
    const name = await cityCollection();
    const [point] = await client.retrieve(name, { ids: [4, 99], with_vector: true });
    expect(point).toMatchObject({ id: 4, vector: [0.18, 0.01, 0.85, 0.8] });
  });

  it('normalises vectors with the distance Cosine and orders Euclid from the nearest', async () => {
    await client.createCollection('distances', {
      vectors: { cosine: { size: 2, distance: 'Cosine' }, euclid: { size: 2, distance: 'Euclid' } },
    });
    const points = [
      { id: 1, vector: { cosine: [3, 4], euclid: [3, 4] } },
      { id: 2, vector: { cosine: [0, 2], euclid: [0, 2] } },
      { id: 3, vector: {} },
    ];
    await client.upsert('distances', { wait: true, points });
    const [first] = await client.retrieve('distances', { ids: [1], with_vector: ['cosine'] });
    expect(first!.vector).toEqual({ cosine: [0.6, 0.8] });
    const near = await client.query('distances', { query: [0, 0], using: 'euclid' });
    expect(near.points.map(({ id, score }) => [id, score])).toEqual([
      [2, 2],
      [1, 5],
    ]);
  });

  it('scores sparse vectors by what they share, and by rarity when asked to', async () => {
    await client.createCollection('sparse', { sparse_vectors: { plain: {}, rare: { modifier: 'idf' } } });
    await client.upsert('sparse', {
      wait: true,
      points: [
        { id: 1, vector: inBoth([7, 1], [2, 1]) },
        { id: 2, vector: inBoth([7], [2.5]) },
        { id: 3, vector: inBoth([9], [1]) },
      ],
    });
    const query = { indices: [1, 7], values: [1, 1] };
    const plain = await client.query('sparse', { query, using: 'plain' });
    expect(plain.points.map(({ id, score }) => [id, score])).toEqual([
      [1, 3],
      [2, 2.5],
    ]);
    const rare = await client.query('sparse', { query, using: 'rare' });
    expect(rare.points[0]!.score).toBeCloseTo(rarity(1, 3) + 2 * rarity(2, 3), 5);
    expect(rare.points[1]!.score).toBeCloseTo(2.5 * rarity(2, 3), 5);
  });

  it('scrolls by id, page after page, and by a field that has a range index', async () => {
    const name = await cityCollection();
    const first = await client.scroll(name, { limit: 4 });
    expect(first.next_page_offset).toBe(5);
    const second = await client.scroll(name, { limit: 4, offset: 5 });
    expect([...ids(first.points), ...ids(second.points)]).toEqual([1, 2, 3, 4, 5, 6]);
    expect(second.next_page_offset).toBeNull();
    await expect(client.scroll(name, { order_by: 'rank' })).rejects.toThrow();
    await client.createPayloadIndex(name, { wait: true, field_name: 'rank', field_schema: 'integer' });
    for (const id of [1, 2, 3]) await client.setPayload(name, { payload: { rank: 10 - id }, points: [id] });
    const ordered = await client.scroll(name, { order_by: { key: 'rank', start_from: 8 } });
    expect(ids(ordered.points)).toEqual([2, 1]);
  });

  it('counts values of a field that has an index', async () => {
    const name = await cityCollection();
    await expect(client.facet(name, { key: 'city' })).rejects.toThrow();
    await client.createPayloadIndex(name, { wait: true, field_name: 'city', field_schema: 'keyword' });
    expect((await client.facet(name, { key: 'city', limit: 2 })).hits).toEqual([
      { value: 'Berlin', count: 3 },
      { value: 'London', count: 2 },
    ]);
    await client.delete(name, {
      wait: true,
      filter: { must: [{ key: 'city', match: { value: 'London' } }] },
    });
    expect((await client.facet(name, { key: 'city' })).hits).toEqual([
      { value: 'Berlin', count: 2 },
      { value: 'Moscow', count: 1 },
    ]);
  });

  it('updates only what the filter and the mode of an upsert let it', async () => {
    const name = await cityCollection();
    const put = (body: object) => client.upsert(name, { wait: true, ...body } as never);
    await put({ points: [newer(1, 'a'), newer(7, 'a')], update_mode: 'insert_only' });
    await put({ points: [newer(2, 'b'), newer(8, 'b')], update_mode: 'update_only' });
    const filter = { must: [{ key: 'city', match: { value: 'Moscow' } }] };
    await put({ points: [newer(3, 'c'), newer(5, 'c'), newer(9, 'c')], update_filter: filter });
    const { points } = await client.scroll(name, { limit: 20 });
    expect(Object.fromEntries(points.map(({ id, payload }) => [id, payload!.city]))).toEqual({
      1: 'Berlin',
      2: 'b',
      3: 'c',
      4: ['London', 'Moscow'],
      5: undefined,
      6: undefined,
      7: 'a',
      9: 'c',
    });
  });

  it('changes payloads and vectors of points', async () => {
    const name = await cityCollection();
    await client.setPayload(name, { wait: true, payload: { a: { b: 1 }, city: null }, points: [1] });
    await client.setPayload(name, { wait: true, payload: { c: 2 }, key: 'a', points: [1] });
    expect((await client.retrieve(name, { ids: [1] }))[0]!.payload).toEqual({ a: { b: 1, c: 2 } });
    await client.updateVectors(name, { wait: true, points: [{ id: 1, vector: [1, 0, 0, 0] }] });
    expect((await client.retrieve(name, { ids: [1], with_vector: true }))[0]!.vector).toEqual([1, 0, 0, 0]);
  });

  it('changes the points of a batch before a missing one is told', async () => {
    const name = await cityCollection();
    const change = client.setPayload(name, { wait: true, payload: { seen: true }, points: [99, 1] });
    await expect(change).rejects.toMatchObject({ status: 404 });
    expect((await client.retrieve(name, { ids: [1] }))[0]!.payload).toMatchObject({ seen: true });
  });

  it('acknowledges what nobody waits for before it is done', async () => {
    const name = await cityCollection();
    const { status } = await client.delete(name, { wait: false, points: [1] });
    expect(status).toBe('acknowledged');
    if (isEmulated) expect((await client.count(name)).count).toBe(6);
    await expect.poll(async () => (await client.count(name)).count).toBe(5);
  });

  it('adds and removes named vectors', async () => {
    await client.createCollection('named', { vectors: { a: { size: 2, distance: 'Dot' } } });
    await client.upsert('named', { wait: true, points: [{ id: 1, vector: { a: [1, 0] } }] });
    await client.createVectorName('named', 'b', { dense: { size: 3, distance: 'Dot' } }, { wait: true });
    await client.updateVectors('named', { wait: true, points: [{ id: 1, vector: { b: [0, 0, 1] } }] });
    const filter = { must: [{ has_vector: 'b' }] };
    expect((await client.count('named', { filter })).count).toBe(1);
    await client.deleteVectorName('named', 'a', { wait: true });
    const info = await client.getCollection('named');
    expect(info.config.params.vectors).toEqual({ b: { size: 3, distance: 'Dot' } });
    await expect(client.query('named', { query: [1, 0], using: 'a' })).rejects.toMatchObject({ status: 400 });
  });

  it.each([
    ['nothing', {}, true],
    ['a text that is the same', must('city', { value: 'London' }), true],
    ['a text that begins alike', must('city', { value: 'Lond' }), false],
    ['any element of a list', must('cities', { value: 'London' }), true],
    ['an integer', must('count', { value: 10 }), true],
    ['a text that looks like the integer', must('count', { value: '10' }), false],
    ['an integer and a number that is none', must('price', { value: 499 }), false],
    ['a truth value', must('sold', { value: true }), true],
    ['one of several texts', must('city', { any: ['Paris', 'London'] }), true],
    ['none of several texts', must('city', { any: ['Paris'] }), false],
    ['one of several integers in a list', must('rating', { any: [1, 7] }), true],
    ['none at all', must('city', { any: [] }), false],
    ['a range', range('price', { gt: 499, lte: 499.9 }), true],
    ['a range that ends before', range('price', { lt: 499.9 }), false],
    ['a range with a side that is null', range('price', { gte: 1, lt: null }), true],
    ['a range and any element', range('rating', { gt: 8 }), true],
    ['a range and a text', range('city', { gte: 0 }), false],
    ['a key within', must('country.name', { value: 'Germany' }), true],
    ['a list within', must('country.names', { value: 'Germany' }), true],
    ['an id', { must: { has_id: [1, 2] } }, true],
    ['a vector', { must: { has_vector: 'image' } }, true],
    ['a vector that is not there', { must: { has_vector: 'sound' } }, false],
    ['all of must', { must: [yes, no] }, false],
    ['one of should', { should: [yes, no] }, true],
    ['should with none', { should: [no] }, false],
    ['an empty should as nothing', { should: [] }, true],
    ['none of must_not', { must_not: [no, yes] }, false],
    ['clauses together', { must: [yes], must_not: [no], should: [no, yes] }, true],
    ['a filter within', { must_not: [{ must: [yes, no] }] }, true],
  ])('tests %s with a filter, with and without indexes', async (_, filter, expected) => {
    for (const name of ['filtered', 'indexed'])
      expect((await client.count(name, { filter: filter as never })).count).toBe(expected ? 1 : 0);
  });
  beforeAll(async () => {
    const payload = {
      city: 'London',
      cities: ['Berlin', 'London'],
      count: 10,
      rating: [3, 7, 9],
      price: 499.9,
    };
    const country = { name: 'Germany', names: ['Germany', 'Allemagne'] };
    const point = { id: 1, vector: { image: [1, 0] }, payload: { ...payload, sold: true, country } };
    const dense = { size: 2, distance: 'Dot' } as const;
    for (const name of ['filtered', 'indexed']) {
      await client.createCollection(name, { vectors: { image: dense, sound: dense } });
      await client.upsert(name, { wait: true, points: [point] });
    }
    const types = { city: 'keyword', cities: 'keyword', count: 'integer', rating: 'integer', price: 'float' };
    const indexes = {
      ...types,
      sold: 'bool',
      'country.name': 'keyword',
      'country.names': 'keyword',
    } as const;
    for (const [field_name, field_schema] of Object.entries(indexes))
      await client.createPayloadIndex('indexed', {
        wait: true,
        field_name,
        field_schema: field_schema as never,
      });
  });

  it.runIf(isEmulated)('refuses a key of the body that is unknown, which Qdrant passes over', async () => {
    const name = await cityCollection();
    expect(await ask(`/collections/${name}/points/scroll`, { limt: 3 })).toBeUndefined();
  });

  it.each([
    ['a parameter', { method: 'PUT' }, '/collections/x/points?wiat=true', { points: [] }],
    ['a parameter of the wrong kind', { method: 'PUT' }, '/collections/x/points?wait=1', { points: [] }],
    [
      'a vector of another size',
      { method: 'PUT' },
      '/collections/x/points?wait=true',
      { points: [{ id: 1, vector: [1] }] },
    ],
    ['a body that is none', { method: 'PUT' }, '/collections/x/points', undefined],
  ])('refuses %s', async (_, method, path, body) => {
    const name = await cityCollection();
    const url = server.url + path.replace('/x/', `/${name}/`);
    const response = await fetch(url, { ...method, body: JSON.stringify(body) });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { status: { error: expect.any(String) } },
    ]);
  });

  it('answers as Qdrant for what is missing or there already', async () => {
    await expect(client.getCollection('nowhere')).rejects.toMatchObject({
      status: 404,
      data: { status: { error: "Not found: Collection `nowhere` doesn't exist!" } },
    });
    const again = await cityCollection();
    const settings = { vectors: { size: 4, distance: 'Dot' } } as const;
    await expect(client.createCollection(again, settings)).rejects.toMatchObject({ status: 409 });
    expect(await client.deleteCollection('nowhere')).toBe(false);
    expect(await client.collectionExists('nowhere')).toEqual({ exists: false });
  });

  it.runIf(isEmulated)('counts requests by path', async () => {
    const before = await requests();
    await client.getCollections();
    const path = 'GET /collections';
    expect((await requests())[path]).toBe((before[path] ?? 0) + 1);
  });
  const requests = async () =>
    (await (await fetch(`${server.url}/__test/requests`)).json()) as Record<string, number>;
});

describe.skipIf(!hasQdrant || !isEmulated)('a Qdrant server that is killed', () => {
  it('keeps what it acknowledged, and drops what it had half written', async () => {
    const place = join(folder, 'killed');
    const first = await startQdrant({ folder: place });
    await fill(clientOf(first));
    await clientOf(first).delete('cities', { wait: false, points: [1] });
    await clientOf(first).upsert('cities', { wait: true, points: [newer(7, 'Oslo')] });
    await first.kill();
    const log = join(place, 'changes.jsonl');
    truncateSync(log, statSync(log).size - 5);
    const second = await startQdrant({ folder: place, apiKey: 'secret' });
    const client = clientOf(second, 'secret');
    expect((await client.count('cities')).count).toBe(5);
    await client.upsert('cities', { wait: true, points: [newer(8, 'Oslo')] });
    expect((await client.count('cities')).count).toBe(6);
    await expect(clientOf(second, 'wrong').count('cities')).rejects.toMatchObject({ status: 401 });
    await second.kill();
  });

  it('dies before or after the write that a test chose', async () => {
    const place = join(folder, 'chosen');
    const first = await startQdrant({ folder: place });
    await fill(clientOf(first));
    await dieAt(first, 'after', 2);
    await clientOf(first).upsert('cities', { wait: true, points: [newer(7, 'Oslo')] });
    await expect(clientOf(first).delete('cities', { wait: true, points: [1, 2] })).rejects.toThrow();
    const second = await startQdrant({ folder: place });
    expect((await clientOf(second).count('cities')).count).toBe(5);
    await dieAt(second, 'before', 1);
    await expect(clientOf(second).delete('cities', { wait: true, points: [3] })).rejects.toThrow();
    const third = await startQdrant({ folder: place });
    expect((await clientOf(third).count('cities')).count).toBe(5);
    await third.kill();
  });
});

async function fill(client: QdrantClient): Promise<void> {
  await client.createCollection('cities', { vectors: { size: 4, distance: 'Dot' } });
  await client.upsert('cities', { wait: true, points: cities });
}

const dieAt = ({ url }: QdrantServer, side: 'before' | 'after', operations: number) =>
  fetch(`${url}/__test/die-${side}`, { method: 'POST', body: JSON.stringify({ operations }) });
