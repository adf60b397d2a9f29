import { describe, expect, it } from 'vitest';
import { startServer } from '../../../test/support/http-server.ts';

const examples = new URL('../../../examples/documents/', import.meta.url).pathname;
const secretWord = 'xylograph';

/** Every route with all that the first tenant's documents are known by. */
const routesFor = (id: string): [path: string, json?: unknown, method?: string][] => [
  [`/v1/documents/${id}`],
  [`/v1/documents/${id}/text`],
  [`/v1/documents/${id}/outline`],
  [`/v1/documents/${id}/original`],
  [`/v1/documents/${id}/chunks`],
  [`/v1/documents/${id}/citation?charStart=0&charEnd=10`],
  [`/v1/documents/${id}/pages/1.png`],
  [`/v1/documents/${id}/pages/1/layout`],
  [`/v1/documents/${id}`, { metadata: { stolen: true } }, 'PATCH'],
  [`/v1/documents/${id}`, undefined, 'DELETE'],
  ['/v1/citations/verify', { documentId: id, quote: 'Supply Agreement' }],
];

describe.each(['collection', 'filter'] as const)('a foreigner, with tenancy by %s', (tenancy) => {
  it('finds nothing of another tenant, and changes nothing', async () => {
    await using server = await startServer({ tenancy }, { ingest: { keepOriginals: true } });
    const [acme, other] = await Promise.all(
      ['acme', 'other'].map((tenant) => server.key({ name: tenant, tenant, access: 'write' })),
    );
    const kb = server.kb.scoped({ tenant: 'acme', tenancy, access: 'write' });
    await kb.addDocuments([
      {
        source: `${examples}supply-agreement-2024.pdf`,
        documentId: 'agreement',
        metadata: { codeword: secretWord },
      },
      { source: `The ${secretWord} is in the cellar.`, sourceType: 'text', documentId: 'note' },
    ]);
    const own = server.kb.scoped({ tenant: 'other', tenancy, access: 'write' });
    await own.addDocuments([{ source: 'The lamp is in the attic.', sourceType: 'text', documentId: 'lamp' }]);
    const stateOf = async () =>
      JSON.stringify([await kb.documents(), await kb.chunks('agreement'), await kb.chunks('note')]);
    const before = await stateOf();

    const stored = (
      await server.kb.documents(undefined, {
        collection: tenancy === 'collection' ? '@acme/default' : 'default',
      })
    ).map(({ documentId }) => encodeURIComponent(documentId));
    const ids = new Set(['agreement', 'note', encodeURIComponent('@acme/agreement'), ...stored]);
    for (const id of ids) {
      for (const [path, json, method] of routesFor(id)) {
        const response = await server.ask(path, {
          json,
          ...(method ? { method } : {}),
          secret: other!.secret,
        });
        expect([path, response.status]).toEqual([path, 404]);
        expect(await response.text()).not.toContain(secretWord);
      }
    }
    const words = [
      ['/v1/search', { query: secretWord }],
      ['/v1/search', { query: secretWord, filter: { codeword: { $exists: true } } }],
      ['/v1/search', { query: 'supply agreement', include: ['chunks', 'scores', 'retrieval'] }],
      ['/v1/ask', { question: `Where is the ${secretWord}?`, include: ['retrieval'] }],
      [
        '/v1/chat/completions',
        { model: 'default', messages: [{ role: 'user', content: `Where is the ${secretWord}?` }] },
      ],
    ] as const;
    for (const [path, json] of words) {
      const text = await (await server.ask(path, { json, secret: other!.secret })).text();
      expect(text).not.toMatch(/cellar|"documentId":"(?!lamp)/);
    }
    for (const path of [
      '/v1/documents',
      '/v1/collections',
      '/v1/models',
      '/v1/stats',
      '/v1/stats?groupBy=codeword',
      '/v1/collections/default/fields',
    ]) {
      const theirs = await (await server.ask(path, { secret: other!.secret })).text();
      expect(theirs).not.toMatch(new RegExp(`${secretWord}|acme|agreement`));
    }
    for (const collection of ['@acme/default', 'default/../@acme/default']) {
      const json = { query: secretWord, collection };
      expect((await server.ask('/v1/search', { json, secret: other!.secret })).status).toBe(404);
    }
    expect(await stateOf()).toBe(before);
    const mine = await server.ask('/v1/search', { json: { query: secretWord }, secret: acme!.secret });
    expect(await mine.text()).toContain('cellar');
  });
});
