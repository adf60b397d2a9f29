import { connect } from 'node:net';
import type { PoolClient } from 'pg';

/** What the driver knows of a connection, and its types do not tell. */
interface Connected {
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  readonly secretKey: number;
}

const cancelRequest = 80_877_102;
const requestBytes = 16;
const longestMs = 5000;

/**
 * Has the server end the statement that a connection waits for, by the protocol's request on a connection of its own. Nothing
 * answers it; where it does not arrive, the statement runs to its end.
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS
 */
export function cancelStatement(client: PoolClient): void {
  const { host, port, processID, secretKey } = client as unknown as Connected;
  const request = Buffer.alloc(requestBytes);
  [requestBytes, cancelRequest, processID, secretKey].forEach((value, index) =>
    request.writeInt32BE(value, index * Int32Array.BYTES_PER_ELEMENT),
  );
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.on('error', () => {}); // the caller has its reason already
  socket.setTimeout(longestMs, () => socket.destroy());
  socket.end(request);
}
