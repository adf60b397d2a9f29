/**
 * A PostgreSQL server with pgvector on this machine: PGlite behind the real protocol; prints its port. PGlite has one
 * session, so clients take turns: one has it from its first message until it is ready for the next query and in no
 * transaction. (The multiplexer of `@electric-sql/pglite-socket` lets messages of several clients interleave.)
 */
import { existsSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { emptyDatabase } from './empty-database.ts';

const [folder = 'memory://', port = '0'] = process.argv.slice(2);
const isNew = !existsSync(join(folder, 'PG_VERSION'));
const database = await PGlite.create(folder, {
  extensions: { vector },
  ...(isNew && { loadDataDir: await emptyDatabase() }),
});

const sslRequest = 80_877_103;
const cancelRequest = 80_877_102;

/** The last bytes that are sent when the session is ready for the next query and in no transaction. */
const ready = Buffer.from('Z\0\0\0\x05I', 'latin1');
const readyBytes = ready.length;
const isReady = (last: Buffer) => last.equals(ready);

/** Clients that want the session; the first one has it. */
const waiting: Client[] = [];

/** Before the name of the prepared statement in a message, by its type; `undefined` where it has none. */
function placeOfName(message: Buffer): number | undefined {
  const type = String.fromCharCode(message[0]!);
  if (type === 'P') return 5; // Parse
  if (type === 'B') return message.indexOf(0, 5) + 1; // Bind, after the portal
  return 'DC'.includes(type) && message[5] === 'S'.charCodeAt(0) ? 6 : undefined; // Describe, Close
}

/** Names are of a connection; in the one session those of each client begin in another way. */
function withOwnName(message: Buffer, prefix: string): Buffer {
  const place = placeOfName(message);
  if (place === undefined || message[place] === 0) return message;
  const named = Buffer.concat([message.subarray(0, place), Buffer.from(prefix), message.subarray(place)]);
  named.writeInt32BE(named.length - 1, 1);
  return named;
}

let clients = 0;

class Client {
  private readonly prefix = `client ${(clients += 1)} `;
  private readonly socket: net.Socket;
  private received = Buffer.alloc(0);
  private hasStarted = false;
  private isGone = false;
  /** From what was sent last: ready for a query, and in no transaction. */
  private isIdle = true;
  private isRunning = false;

  constructor(socket: net.Socket) {
    this.socket = socket;
    socket.on('data', (data) => {
      this.received = Buffer.concat([this.received, data]);
      if (!waiting.includes(this)) waiting.push(this);
      void waiting[0]!.run();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.isGone = true;
      if (!this.isRunning) void this.leave();
    });
  }

  /** Answers what has come so far, and lets the next one have the session when nothing is begun. */
  async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    for (let message = this.take(); message && !this.isGone; message = this.take())
      await this.answer(this.hasStarted ? withOwnName(message, this.prefix) : message);
    this.isRunning = false;
    if (this.isGone || (this.isIdle && this.received.length === 0)) await this.leave();
  }

  private async leave(): Promise<void> {
    if (waiting[0] === this && !this.isIdle) await database.exec('ROLLBACK');
    this.isIdle = true;
    const place = waiting.indexOf(this);
    if (place === -1) return;
    waiting.splice(place, 1);
    await waiting[0]?.run();
  }

  private async answer(message: Buffer): Promise<void> {
    if (message.length === 8 && message.readInt32BE(4) === sslRequest) {
      this.socket.write('N');
      return;
    }
    if (message.length === 16 && message.readInt32BE(4) === cancelRequest) return;
    this.isIdle = false;
    let last = Buffer.alloc(0);
    await database.runExclusive(() =>
      database.execProtocolRawStream(message, {
        onRawData: (data) => {
          this.socket.write(data);
          last = Buffer.concat([last, data.subarray(-readyBytes)]).subarray(-readyBytes);
        },
      }),
    );
    this.isIdle = isReady(last);
  }

  /** A whole message; those before the session starts have no type. */
  private take(): Buffer | undefined {
    const typeBytes = this.hasStarted ? 1 : 0;
    if (this.received.length < typeBytes + 4) return undefined;
    const length = typeBytes + this.received.readInt32BE(typeBytes);
    if (this.received.length < length) return undefined;
    const message = this.received.subarray(0, length);
    this.received = this.received.subarray(length);
    if (!this.hasStarted && message.readInt32BE(4) >> 16 === 3) this.hasStarted = true;
    return message;
  }
}

const server = net.createServer((socket) => new Client(socket.setNoDelay(true)));
server.listen(Number(port), '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as net.AddressInfo).port}\n`);
});
process.on('disconnect', () => process.exit());
