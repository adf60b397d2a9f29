import { Console } from 'node:console';
import { PassThrough } from 'node:stream';
import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { ScopedKnowledgeBase } from '../../index.ts';
import { createMcpServer } from './create-server.ts';
import type { McpOptions, OpenScoped } from './options.ts';

/** How long answers under way are waited for once nothing more is asked. */
const lastAnswersMs = 10_000;

/**
 * Serves over standard input and output until the input ends or the signal is aborted. What was asked before the end of the input is
 * still answered. Nothing but the protocol is written to the output: what libraries print goes to the standard error.
 */
export async function runStdio(
  kb: ScopedKnowledgeBase | OpenScoped,
  { signal, ...options }: McpOptions & { readonly signal?: AbortSignal } = {},
): Promise<void> {
  globalThis.console = new Console(process.stderr, process.stderr);
  const input = new PassThrough();
  const transport = new StdioServerTransport(input);
  const ended = new Promise<void>((resolve) => {
    input.once('close', resolve);
    process.stdout.once('error', () => resolve()); // nobody reads any more
  });
  const handle = serveStdio(() => createMcpServer(kb, options), { transport, onerror: options.onError });
  const unanswered = countUnanswered(transport);
  process.stdin.pipe(input, { end: false });
  process.stdin.once('end', () => {
    input.write('', () => {
      // by now all that came has been handed on
      setImmediate(() => void unanswered.whenNone(lastAnswersMs).then(() => input.destroy()));
    });
  });
  signal?.addEventListener('abort', () => input.destroy(), { once: true });
  if (signal?.aborted) input.destroy();
  await ended;
  await handle.close();
  process.stdin.unpipe(input).destroy();
}

/** A subscription is a request that has no answer as long as it lasts. */
const isAnswered = (message: JSONRPCMessage): message is JSONRPCRequest =>
  'method' in message && 'id' in message && message.method !== 'subscriptions/listen';

type Messages = Pick<StdioServerTransport, 'onmessage' | 'send'>;

/** Requests that came and have no answer yet. */
function countUnanswered(transport: Messages): { whenNone(timeoutMs: number): Promise<void> } {
  const open = new Set<unknown>();
  let whenAnswered: (() => void) | undefined;
  const receive = transport.onmessage;
  const send = transport.send.bind(transport);
  const settle = (id: unknown) => {
    open.delete(id);
    if (open.size === 0) whenAnswered?.();
  };
  Object.assign(transport, {
    onmessage(message: JSONRPCMessage) {
      if (isAnswered(message)) open.add(message.id);
      if ('method' in message && message.method === 'notifications/cancelled')
        settle(message.params?.['requestId']);
      receive?.(message);
    },
    async send(message: JSONRPCMessage) {
      await send(message);
      if (!('method' in message)) settle(message.id);
    },
  });
  return {
    whenNone: (timeoutMs) =>
      new Promise((resolve) => {
        if (open.size === 0) return resolve();
        const timer = setTimeout(resolve, timeoutMs);
        whenAnswered = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
