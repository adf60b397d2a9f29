import { expect, it } from 'vitest';
import { startServer } from '../../../test/support/http-server.ts';
import { baseOf } from './links.ts';

const asked = 'http://127.0.0.1:7878/v1/search?x=1';

it('links begin with the address by which the request came, or with a public one', () => {
  expect(baseOf(asked)).toBe('http://127.0.0.1:7878');
  expect(baseOf('http://[::1]:7878/v1/ask')).toBe('http://[::1]:7878');
  expect(baseOf(asked, 'https://docs.example.com/pincite/')).toBe('https://docs.example.com/pincite');
  const several = ['https://docs.example.com', 'http://docs.internal:7878/'];
  expect(baseOf('http://docs.internal:7878/v1/ask', several)).toBe('http://docs.internal:7878');
  expect(baseOf(asked, several)).toBe('https://docs.example.com');
});

it('of a server that listens to a network lead to where it was asked', async () => {
  await using server = await startServer({ host: '127.0.0.2' });
  await server.kb.addDocuments([{ documentId: 'otters', source: 'Otters swim.', sourceType: 'text' }]);
  const here = server.url.replace('127.0.0.2', 'localhost');
  const { app } = server.server;
  const body = JSON.stringify({ query: 'otters' });
  const headers = { 'Content-Type': 'application/json' };
  const response = await app.fetch(new Request(`${here}/v1/search`, { method: 'POST', body, headers }));
  expect(await response.json()).toMatchObject({ results: [{ url: expect.stringContaining(`${here}/`) }] });
});
