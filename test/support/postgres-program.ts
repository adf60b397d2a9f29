/** A PostgreSQL server with pgvector on this machine, PGlite behind the real protocol: prints its port. */
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

const [folder = 'memory://', port = '0'] = process.argv.slice(2);
const db = await PGlite.create(folder, { extensions: { vector } });
const server = new PGLiteSocketServer({ db, port: Number(port), host: '127.0.0.1', maxConnections: 100 });
await server.start();
process.stdout.write(`${server.getServerConn().split(':').at(-1)}\n`);
process.on('disconnect', () => process.exit());
