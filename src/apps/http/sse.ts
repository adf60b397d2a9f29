/** Answers that come bit by bit, as server-sent events. */
import { setInterval } from 'node:timers';
import { streamSSE } from 'hono/streaming';
import type { ApiContext } from './context.ts';
import { problemOf } from './problems.ts';

export interface ServerEvent {
  readonly event?: string;
  readonly data: unknown;
}

/** So that what stands between does not think the connection dead. */
const heartbeatMs = 15_000;

export const wantsEvents = (c: ApiContext) => /\btext\/event-stream\b/i.test(c.req.header('accept') ?? '');

/** Sends what comes; an error on the way is an event `error`, as the status has gone out before. */
export function sendEvents(c: ApiContext, events: AsyncIterable<ServerEvent>): Response {
  c.header('X-Accel-Buffering', 'no');
  return streamSSE(c, async (stream) => {
    const beat = setInterval(() => void stream.write(': still here\n\n'), heartbeatMs);
    try {
      for await (const { event, data } of events) {
        const text = typeof data === 'string' ? data : JSON.stringify(data);
        await stream.writeSSE(event === undefined ? { data: text } : { event, data: text });
      }
    } catch (error) {
      const { problem } = problemOf(error, c.var.requestId);
      c.var.notes['error'] = problem.code;
      await stream.writeSSE({ event: 'error', data: JSON.stringify(problem) });
    } finally {
      clearInterval(beat);
    }
  });
}
