import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalSite extends AsyncDisposable {
  /** `http://127.0.0.1:49152`, without a slash at the end. */
  readonly url: string;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** An HTTP server on a free port of this machine. */
export async function startSite(answer: RequestListener): Promise<LocalSite> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, close, [Symbol.asyncDispose]: close };
}

/** By path; what is not there is 404. */
export const pagesOf =
  (pages: Readonly<Record<string, string>>): RequestListener =>
  (request, response) => {
    const body = pages[request.url!];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(body);
  };
