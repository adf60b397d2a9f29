import { Agent, request } from 'node:http';

export interface LoadResult {
  /** Of requests that were answered with 200. */
  readonly ms: readonly number[];
  /** How often each status came; `error` for connections that broke. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly seconds: number;
}

interface LoadOptions {
  readonly connections: number;
  readonly seconds: number;
  /** Bodies to post in turn. */
  readonly bodies: readonly object[];
  readonly secret?: string | undefined;
}

/** So many connections that each ask, wait for the answer, and ask again. */
export async function load(
  url: string,
  { connections, seconds, bodies, secret }: LoadOptions,
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ms: number[] = [];
  const statuses: Record<string, number> = {};
  const started = performance.now();
  const end = started + seconds * 1000;
  let next = 0;
  const one = async () => {
    while (performance.now() < end) {
      const body = JSON.stringify(bodies[next++ % bodies.length]);
      const begun = performance.now();
      const status = await post(url, { agent, body, secret });
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === '200') ms.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  agent.destroy();
  return { ms, statuses, seconds: (performance.now() - started) / 1000 };
}

function post(
  url: string,
  { agent, body, secret }: { agent: Agent; body: string; secret: string | undefined },
): Promise<string> {
  return new Promise((resolve) => {
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      ...(secret === undefined ? {} : { Authorization: `Bearer ${secret}` }),
    };
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(String(response.statusCode)));
      response.on('error', () => resolve('error'));
    });
    sent.on('error', () => resolve('error'));
    sent.end(body);
  });
}
