/** What Qdrant answers with another status than 200. */
export class QdrantError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const wrongInput = (message: string) => new QdrantError(400, `Wrong input: ${message}`);
export const badRequest = (message: string) => new QdrantError(400, `Bad request: ${message}`);
export const notFound = (message: string) => new QdrantError(404, `Not found: ${message}`);
export const unsupported = (what: string) => new QdrantError(400, `This test server does not know ${what}.`);
