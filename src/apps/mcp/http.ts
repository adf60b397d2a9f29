import { createMcpHandler } from '@modelcontextprotocol/server';
import type { ScopedKnowledgeBase } from '../../index.ts';
import { createMcpServer } from './create-server.ts';
import type { McpOptions, OpenScoped } from './options.ts';

export interface HandleMcpOptions {
  /** What whoever sent the request may see. */
  readonly kb: ScopedKnowledgeBase | OpenScoped;
  readonly options?: McpOptions;
}

/**
 * Answers a request of streamable HTTP, of the protocol of 2026 and of those before. Nothing is kept between requests, so that
 * any process may answer any of them. Keys, `Host` and `Origin` are to be checked before.
 */
export function handleMcp(request: Request, { kb, options = {} }: HandleMcpOptions): Promise<Response> {
  const handler = createMcpHandler(() => createMcpServer(kb, options), { onerror: options.onError });
  return handler.fetch(request);
}
