import type { CallFailure } from './retry.ts';

/** A call over HTTP that failed, in the shape of the AI SDK's `APICallError`, so that all calls are retried alike. */
class PostFailure extends Error implements CallFailure {
  override readonly name = 'AI_APICallError';
  readonly url: string;
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
  readonly isRetryable: boolean;

  constructor(message: string, { url, response, body, cause }: PostFacts) {
    super(message, { cause });
    this.url = url;
    this.statusCode = response?.status;
    this.responseHeaders = response && Object.fromEntries(response.headers);
    this.responseBody = body;
    const status = response?.status ?? 503;
    this.isRetryable = status === 408 || status === 409 || status === 429 || status >= 500;
  }
}

interface PostFacts {
  readonly url: string;
  readonly response?: Response;
  readonly body?: string;
  readonly cause?: unknown;
}

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

const longestAnswer = 64 * 2 ** 20;

/**
 * Posts a body and reads the answer, both JSON.
 * @throws CallFailure when the server cannot be reached, refuses, or answers with something else; the signal's reason.
 */
export async function postJson(
  url: string,
  body: object,
  { headers, signal }: PostOptions,
): Promise<unknown> {
  let response: Response | undefined;
  let text = '';
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'error', // a key goes to no other address
      signal,
    });
    text = await readText(response);
  } catch (cause) {
    signal.throwIfAborted();
    throw new PostFailure(reasonOfFetch(cause), { url, cause });
  }
  if (!response.ok) throw new PostFailure(response.statusText, { url, response, body: text });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PostFailure('the answer is not JSON', { url, response, body: text, cause });
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes as Uint8Array, { stream: true });
    if (text.length > longestAnswer) throw new Error('the answer does not end');
  }
  return text + decoder.decode();
}

/** Why `fetch` failed, in words: `fetch failed` tells nothing, the cause does. */
export function reasonOfFetch(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code || message : message;
}
