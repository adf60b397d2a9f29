import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from './free-port.ts';

it('is another one each time, that no system gives to whoever wants any, and that nobody listens on', async () => {
  const one = await freePort();
  const server = createServer().listen(one, '127.0.0.1');
  await once(server, 'listening');
  const others: number[] = [];
  for (let count = 0; count < 100; count += 1) others.push(await freePort());
  server.close();
  expect(others).not.toContain(one);
  expect(new Set(others).size).toBeGreaterThan(90);
  expect(Math.max(...others)).toBeLessThan(32_768);
});
