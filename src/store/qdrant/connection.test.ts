import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { Connection } from './connection.ts';
import { Place } from './place.ts';

/** A server that gives every request the same result, but for those, counted from 1, at which it breaks the connection. */
async function answering(result: unknown, { broken = [] }: { readonly broken?: readonly number[] } = {}) {
  const asked: URL[] = [];
  const server = createServer((request, response) => {
    asked.push(new URL(request.url!, 'http://localhost'));
    request.resume().on('end', () => {
      if (broken.includes(asked.length)) {
        request.socket.destroy();
        return;
      }
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ result, status: 'ok', time: 0 }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { connection: new Connection(`qdrant://127.0.0.1:${port}`), asked, server };
}

it.each([
  ['a change', { operation_id: 1, status: 'wait_timeout' }],
  [
    'one of a batch',
    [
      { operation_id: 1, status: 'completed' },
      { operation_id: 2, status: 'wait_timeout' },
    ],
  ],
])('takes %s that the server has not come to for one that failed', async (_, result) => {
  const { connection, asked, server } = await answering(result);
  await expect(
    new Place(connection, 'place').change(['POST', '/points/payload'], { payload: {}, points: [1] }),
  ).rejects.toMatchObject({
    name: 'StoreError',
    message: expect.stringContaining('took too long'),
  });
  expect(asked[0]!.searchParams.get('timeout')).toBe('300');
  server.close();
});

it('sends once more what a kept connection broke at, and nothing that a new one did', async () => {
  const { connection, asked, server } = await answering({ status: 'completed' }, { broken: [2] });
  const place = new Place(connection, 'place');
  await place.put([]);
  await place.put([]);
  expect(asked).toHaveLength(3);
  const other = await answering({ count: 3 }, { broken: [1] });
  await expect(new Place(other.connection, 'place').count({})).rejects.toThrow('failed');
  expect(other.asked).toHaveLength(1);
  for (const each of [server, other.server]) each.close();
});
