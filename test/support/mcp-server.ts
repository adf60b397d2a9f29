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
