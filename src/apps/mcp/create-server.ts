import packageJson from '../../../package.json' with { type: 'json' };
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server';
import type { ScopedKnowledgeBase } from '../../index.ts';
import { instructionsFor } from './instructions.ts';
import type { McpOptions, OpenScoped, ToolContext } from './options.ts';
import { registerResources } from './resources.ts';
import { registerAddDocuments } from './tools/add-documents.ts';
import { registerAsk } from './tools/ask.ts';
import { registerFetch } from './tools/fetch.ts';
import { registerListDocuments } from './tools/list-documents.ts';
import { registerSearch } from './tools/search.ts';
import { registerShowPage } from './tools/show-page.ts';

/**
 * A server of the Model Context Protocol over a knowledge base, to be connected to a transport: it searches, reads, asks and shows
 * pages, and with `additions` adds documents.
 * @param kb what the caller may see; or what opens it, tried anew by each call until it succeeds.
 */
export async function createMcpServer(
  kb: ScopedKnowledgeBase | OpenScoped,
  options: McpOptions = {},
): Promise<McpServer> {
  const open: OpenScoped = typeof kb === 'function' ? kb : async () => kb;
  const context: ToolContext = { open, options };
  const server = new McpServer(
    { name: 'pincite', title: 'Pincite', version: packageJson.version },
    {
      instructions: await instructionsFor(kb, open, options.additions !== undefined),
      // Neither list changes while a server runs.
      capabilities: { tools: { listChanged: false }, resources: { listChanged: false }, completions: {} },
    },
  );
  registerSearch(server, context);
  registerFetch(server, context);
  registerAsk(server, context);
  registerListDocuments(server, context);
  registerShowPage(server, context);
  if (options.additions) registerAddDocuments(server, context, options.additions);
  registerResources(server, context);
  return server;
}

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
