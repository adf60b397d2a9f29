import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Forwards connections to a port of this machine; what a client sends can be held back, as if it had been suspended. It arrives
 * in the end, also where the server has closed an idle connection meanwhile.
 */
export class StallingProxy {
  private readonly server: Server;
  private readonly targetPort: number;
  /** Where what each client sends goes; `undefined` where the server has closed that. */
  private readonly targets = new Map<Socket, Socket | undefined>();
  private isHeld = false;

  private constructor(server: Server, targetPort: number) {
    this.server = server;
    this.targetPort = targetPort;
  }

  static async open(port: number): Promise<StallingProxy> {
    const server = createServer();
    const proxy = new StallingProxy(server, port);
    server.on('connection', (client) => proxy.forward(client));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  hold(): void {
    this.isHeld = true;
    for (const [client, target] of this.targets) if (target) client.unpipe(target);
  }

  release(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    for (const [client, target] of this.targets) client.pipe(target ?? this.connect(client));
  }

  close(): void {
    this.server.close();
    for (const client of this.targets.keys()) client.destroy();
  }

  private forward(client: Socket): void {
    const target = this.connect(client);
    if (!this.isHeld) client.pipe(target);
    client.on('error', () => undefined);
    client.on('close', () => {
      this.targets.get(client)?.destroy();
      this.targets.delete(client);
    });
  }

  private connect(client: Socket): Socket {
    const target = connect(this.targetPort, '127.0.0.1');
    this.targets.set(client, target);
    target.pipe(client, { end: false });
    target.on('error', () => undefined);
    target.on('close', () => {
      if (this.isHeld) this.targets.set(client, undefined);
      else client.destroy();
    });
    return target;
  }
}
