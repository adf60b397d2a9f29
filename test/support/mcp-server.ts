/** `handleMcp` on a free port of this machine, as a server mounts it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { handleMcp, type HandleMcpOptions } from '../../src/apps/mcp/index.ts';

export interface McpHttpServer {
  readonly url: URL;
  close(): Promise<void>;
}

/** @param servedTo what a request may see, and how it is served. */
export async function startMcpServer(
  servedTo: (request: Request) => HandleMcpOptions,
): Promise<McpHttpServer> {
  const server = createServer(getRequestListener((request) => handleMcp(request, servedTo(request))));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Tests ask for what is there. */
type Some<Item> = readonly [Item, ...Item[]];

/** What tools give, all of it: each gives some of these. */
export interface ToolReply {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly page: number;
  readonly quote: string;
  readonly metadata: { readonly quote?: string };
  readonly nextCursor?: string;
  readonly results: Some<{ readonly id: string; readonly title: string; readonly pages: Some<number> }>;
  readonly certainty: number;
  readonly answered: boolean;
  readonly answer: string;
  readonly citations: Some<CitedReply>;
  readonly nearest?: Some<CitedReply>;
  readonly total: number;
  readonly documents: Some<{ readonly id: string; readonly pages: number; readonly format: string }>;
  readonly job: string;
  readonly warnings?: readonly string[];
}

interface CitedReply {
  readonly id: string;
  readonly quote: string;
  readonly pages: Some<number>;
  readonly url?: string;
}

/** A part of what a tool gives. */
export interface ToolContent {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
  readonly mimeType?: string;
}
