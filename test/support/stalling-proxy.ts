import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Forwards connections to a port of this machine; what a client sends can be held back, as if it had been suspended. */
export class StallingProxy {
  private readonly server: Server;
  /** Where what each client sends goes. */
  private readonly targets = new Map<Socket, Socket>();
  private isHeld = false;

  private constructor(server: Server) {
    this.server = server;
  }

  static async open(port: number): Promise<StallingProxy> {
    const server = createServer();
    const proxy = new StallingProxy(server);
    server.on('connection', (client) => proxy.forward(client, connect(port, '127.0.0.1')));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  hold(): void {
    this.isHeld = true;
    for (const [client, target] of this.targets) client.unpipe(target);
  }

  release(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    for (const [client, target] of this.targets) client.pipe(target);
  }

  close(): void {
    this.server.close();
    for (const client of this.targets.keys()) client.destroy();
  }

  private forward(client: Socket, target: Socket): void {
    this.targets.set(client, target);
    target.pipe(client);
    if (!this.isHeld) client.pipe(target);
    for (const socket of [client, target]) socket.on('error', () => undefined);
    client.on('close', () => {
      this.targets.delete(client);
      target.destroy();
    });
  }
}
