import { Client } from 'pg';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';

/** A server for the tests of one file: that of `PINCITE_TEST_POSTGRES_URL`, or PGlite. */
export class TestDatabase {
  private readonly server: PostgresServer | undefined;
  private readonly url: string;
  private readonly schemas: string[] = [];

  private constructor(url: string, server?: PostgresServer) {
    this.url = url;
    this.server = server;
  }

  static async start(): Promise<TestDatabase> {
    const given = process.env.PINCITE_TEST_POSTGRES_URL;
    if (given !== undefined) return new TestDatabase(given);
    const server = await startPostgres();
    return new TestDatabase(server.url, server);
  }

  /** The URL of a store in a schema of its own. */
  newSchema(parameters: Readonly<Record<string, string>> = {}): {
    readonly url: string;
    readonly schema: string;
  } {
    const schema = `pincite_test_${process.pid}_own_${this.schemas.length}`;
    this.schemas.push(schema);
    const url = new URL(this.url);
    for (const [name, value] of Object.entries({ schema, ...parameters })) url.searchParams.set(name, value);
    return { url: url.href, schema };
  }

  async execute<Row>(sql: string): Promise<Row[]> {
    const client = new Client(this.url);
    await client.connect();
    try {
      const { rows } = await client.query(sql);
      return rows as Row[];
    } finally {
      await client.end();
    }
  }

  async end(): Promise<void> {
    for (const schema of this.schemas) await this.execute(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
    await this.server?.kill();
  }
}
