/** A server that follows Qdrant's OpenAPI document, on this machine; prints its port. */
import type { AddressInfo } from 'node:net';
import { Database } from './qdrant/database.ts';
import { createQdrantServer } from './qdrant/serve.ts';

const { folder, port, apiKey } = JSON.parse(process.argv[2]!) as {
  folder?: string;
  port: number;
  apiKey?: string;
};
const server = createQdrantServer(new Database(folder), apiKey);
server.listen(port, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.on('disconnect', () => process.exit());
