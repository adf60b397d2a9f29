/** A server that follows Qdrant's OpenAPI document, on this machine; prints its port. */
import type { AddressInfo } from 'node:net';
import { Database } from './qdrant/database.ts';
import { createQdrantServer } from './qdrant/serve.ts';
import { cloudRules } from './qdrant/strict-mode.ts';

const { folder, port, apiKey, isStrict } = JSON.parse(process.argv[2]!) as {
  folder?: string;
  port: number;
  apiKey?: string;
  isStrict: boolean;
};
const defaults = isStrict ? { strict_mode_config: cloudRules } : {};
const server = createQdrantServer(new Database({ folder, defaults }), apiKey);
server.listen(port, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.on('disconnect', () => process.exit());
