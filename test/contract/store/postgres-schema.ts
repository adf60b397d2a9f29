import { Client } from 'pg';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';

/** A server for the tests of one file. */
export class TestDatabase {
  private readonly server: PostgresServer;
  private places = 0;

  private constructor(server: PostgresServer) {
    this.server = server;
  }

  static async start(start = startPostgres): Promise<TestDatabase> {
    return new TestDatabase(await start());
  }

  /** The URL of a store in a schema of its own. */
  newSchema(parameters: Readonly<Record<string, string>> = {}): {
    readonly url: string;
    readonly schema: string;
  } {
    const schema = `place_${(this.places += 1)}`;
    const url = new URL(this.server.url);
    for (const [name, value] of Object.entries({ schema, ...parameters })) url.searchParams.set(name, value);
    return { url: url.href, schema };
  }

  async execute<Row>(sql: string): Promise<Row[]> {
    const client = new Client(this.server.url);
    await client.connect();
    try {
      const { rows } = await client.query(sql);
      return rows as Row[];
    } finally {
      await client.end();
    }
  }

  end(): Promise<void> {
    return this.server.kill();
  }
}
