/** What each provider's embedding interface wants and answers, as far as its documentation and its clients say. */
import type { IncomingHttpHeaders } from 'node:http';

export interface Asked {
  readonly texts: readonly string[];
  /** Numbers a vector; the model's own unless given. */
  readonly dimensions?: number | undefined;
}

export interface Refusal {
  readonly status: number;
  readonly message: string;
}

export interface EmbeddingProtocol {
  /** Where the interface begins on the server. */
  readonly base: string;
  readonly keyOf: (headers: IncomingHttpHeaders) => string | undefined;
  /** What a wrong key gets; 401 unless given. */
  readonly keyStatus?: number;
  readonly read: (body: Body) => Asked | Refusal;
  readonly write: (vectors: readonly (readonly number[])[], path: string) => object;
  readonly writeError: (refusal: Refusal) => object;
}

/** A request as it came. */
export type Body = Readonly<Record<string, unknown>>;

const bearer = ({ authorization }: IncomingHttpHeaders) => authorization?.replace(/^Bearer /, '');

const header =
  (name: string) =>
  (headers: IncomingHttpHeaders): string | undefined =>
    headers[name] as string | undefined;

/** Refuses what the real one refuses: too many texts, and empty ones. */
function readTexts(texts: unknown, most: number, tooMany: string): readonly string[] | Refusal {
  const list = texts as readonly string[];
  if (list.length > most) return { status: 400, message: tooMany };
  if (list.includes('')) return { status: 400, message: 'input cannot be an empty string' };
  return list;
}

function readOpenAi(body: Body, most: number, tooMany: string): Asked | Refusal {
  const texts = readTexts(body['input'], most, tooMany);
  if ('status' in texts) return texts;
  return { texts, dimensions: body['dimensions'] as number | undefined };
}

const writeOpenAi = (vectors: readonly (readonly number[])[]) => ({
  object: 'list',
  data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
  usage: { prompt_tokens: vectors.length, total_tokens: vectors.length },
});

const openai: EmbeddingProtocol = {
  base: '/v1',
  keyOf: bearer,
  read: (body) => readOpenAi(body, 2048, "Invalid 'input': array too long."),
  write: writeOpenAi,
  writeError: ({ message }) => ({ error: { message, type: 'invalid_request_error', code: null } }),
};

export const embeddingProtocols = {
  openai,
  azure: { ...openai, base: '/openai', keyOf: header('api-key') },
  ollama: { ...openai, base: '/ollama/v1' },
  'openai-compatible': {
    ...openai,
    base: '/compatible/v1',
    read: (body) => readOpenAi(body, 32, 'batch size 33 > maximum allowed batch size 32'),
  },
  mistral: {
    ...openai,
    base: '/mistral/v1',
    read: (body) => readOpenAi(body, 256, 'Too many inputs in request, split into more batches.'),
    writeError: ({ message }) => ({ object: 'error', message, type: 'invalid_request_error' }),
  },
  voyage: {
    base: '/voyage/v1',
    keyOf: bearer,
    read(body) {
      const unknown = Object.keys(body).find((key) => !voyageKeys.has(key));
      if (unknown !== undefined) return { status: 400, message: `Argument '${unknown}' is not supported` };
      const texts = readTexts(body['input'], 128, 'The batch size limit is 128.');
      if ('status' in texts) return texts;
      return { texts, dimensions: body['output_dimension'] as number | undefined };
    },
    write: writeOpenAi,
    writeError: ({ message }) => ({ detail: message }),
  },
  cohere: {
    base: '/v2',
    keyOf: bearer,
    read(body) {
      const texts = readTexts(body['texts'], 96, 'total number of texts must be at most 96');
      if ('status' in texts) return texts;
      return { texts, dimensions: body['output_dimension'] as number | undefined };
    },
    write: (vectors) => ({ embeddings: { float: vectors }, meta: { billed_units: { input_tokens: 1 } } }),
    writeError: ({ message }) => ({ message }),
  },
  google: {
    base: '/v1beta',
    keyOf: header('x-goog-api-key'),
    keyStatus: 400,
    read(body) {
      const requests = (body['requests'] ?? [body]) as readonly GoogleRequest[];
      const texts = readTexts(
        requests.map(({ content }) => content.parts[0]!.text),
        100,
        'at most 100 requests can be in one batch',
      );
      if ('status' in texts) return texts;
      return { texts, dimensions: requests[0]?.outputDimensionality };
    },
    write: (vectors, path) =>
      path.endsWith(':embedContent')
        ? { embedding: { values: vectors[0] } }
        : { embeddings: vectors.map((values) => ({ values })) },
    writeError: ({ message, status }) => ({ error: { code: status, message, status: 'INVALID_ARGUMENT' } }),
  },
} satisfies Record<string, EmbeddingProtocol>;

export type ProviderName = keyof typeof embeddingProtocols;

const voyageKeys = new Set([
  'model',
  'input',
  'input_type',
  'output_dimension',
  'truncation',
  'output_dtype',
]);

interface GoogleRequest {
  readonly content: { readonly parts: readonly { readonly text: string }[] };
  readonly outputDimensionality?: number;
}
