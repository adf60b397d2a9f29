import { lookup, type LookupAddress } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { type ErrorContext, LimitExceededError, LoadError, PinciteError } from '../../errors.ts';
import { refuseMediaType } from './media-type.ts';
import { type AddressKind, isPublicAddress, kindOfAddress } from './public-address.ts';
import { parseWebAddress, shownAddress } from './web-address.ts';

export interface FetchOptions {
  /** Bytes of the body after decompression. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
  /** For the whole exchange with its redirects. */
  readonly timeoutMs?: number;
  readonly maxRedirects?: number;
  /** Whether an IP address may be connected to; only public ones by default. */
  readonly isAllowed?: (address: string) => boolean;
  /** Finds the addresses of a name; as `lookup` of `node:dns` unless given. */
  readonly lookup?: typeof lookup;
  /** Read the body whatever its media type; images, archives and the like are refused by default. */
  readonly anyType?: boolean;
}

export interface Fetched {
  readonly bytes: Uint8Array;
  /** Where the content was found after redirects, without user name, password and fragment. */
  readonly url: string;
  readonly contentType?: string;
  /** What the server says to programs that collect pages, such as `noindex`. */
  readonly robotsTag?: string;
}

/** What one request leads to. */
export type Answer =
  | ({ readonly kind: 'content' } & Fetched)
  /** Another address, which has not been looked at. */
  | { readonly kind: 'moved'; readonly url: string };

interface Exchange {
  readonly maxBytes: number;
  readonly isAllowed: (address: string) => boolean;
  readonly anyType: boolean;
  readonly resolve: typeof lookup;
  readonly signal: AbortSignal;
}

/** What servers know us by, in requests and in their rules for programs. */
export const userAgent = 'pincite';

const hint = 'Check the address in a browser, or download the file and add it by its path.';

/**
 * Downloads a page or file over http or https. Every address that a name resolves to, on every redirect, must be allowed, and
 * the connection goes to the very addresses that were checked, so that no answer of a name server leads into
 * a private network. A user name and password in the address are sent to its server alone.
 * @throws LoadError when the server cannot be reached, is refused, or answers with an error; UnsupportedFormatError
 * when the media type is of no format that is read; LimitExceededError when the body is larger than `maxBytes`; the
 * signal's reason when it is aborted.
 */
export function fetchUrl(url: string, options: FetchOptions): Promise<Fetched> {
  return within(url, options, (exchange) => follow(url, options.maxRedirects ?? 5, exchange));
}

/** The same with one request: a redirect is not followed. */
export function fetchOnce(url: string, options: FetchOptions): Promise<Answer> {
  return within(url, options, (exchange) => answerOf(url, exchange));
}

/** Sets the limits of an exchange, and gives its failures a name. */
async function within<Result>(
  url: string,
  options: FetchOptions,
  work: (exchange: Exchange) => Promise<Result>,
): Promise<Result> {
  const { maxBytes, signal, timeoutMs = 60_000, isAllowed = isPublicAddress, anyType = false } = options;
  const { lookup: resolve = lookup } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    return await work({ maxBytes, isAllowed, anyType, resolve, signal: either });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof PinciteError) throw error;
    const reason = timeout.aborted ? `no complete answer within ${timeoutMs / 1000} s` : messageOf(error);
    throw failed(url, `could not be downloaded: ${reason}.`, { cause: error });
  }
}

async function follow(url: string, redirectsLeft: number, exchange: Exchange): Promise<Fetched> {
  const answer = await answerOf(url, exchange);
  if (answer.kind === 'content') {
    const { kind: _, ...fetched } = answer;
    return fetched;
  }
  if (redirectsLeft === 0) throw failed(url, 'redirects too often.');
  return follow(answer.url, redirectsLeft - 1, exchange);
}

async function answerOf(address: string, exchange: Exchange): Promise<Answer> {
  const response = await request(address, exchange);
  try {
    return await readAnswer(response, address, exchange);
  } finally {
    response.destroy();
  }
}

async function readAnswer(response: IncomingMessage, address: string, exchange: Exchange): Promise<Answer> {
  const { statusCode: status = 0, statusMessage = '', headers } = response;
  const url = shownAddress(address);
  if ([301, 302, 303, 307, 308].includes(status) && headers.location) {
    if (!URL.canParse(headers.location, address))
      throw failed(url, 'redirects to something that is no address.');
    return { kind: 'moved', url: new URL(headers.location, address).href };
  }
  if (status !== 200) {
    const facts = { status, retryAfter: headers['retry-after'] };
    throw failed(url, `answered ${status} ${statusMessage}`.trim() + '.', { facts });
  }
  const contentType = headers['content-type'];
  if (contentType && !exchange.anyType) refuseMediaType(url, contentType);
  const robotsTag = headers['x-robots-tag'];
  return {
    kind: 'content',
    bytes: await readBody(response, url, exchange),
    url,
    ...(contentType ? { contentType } : {}),
    ...(robotsTag ? { robotsTag: String(robotsTag) } : {}),
  };
}

function failed(
  address: string,
  what: string,
  { cause, facts }: { readonly cause?: unknown; readonly facts?: ErrorContext } = {},
): LoadError {
  const url = shownAddress(address);
  return new LoadError(`${url} ${what}`, { hint, context: { url, ...facts }, cause });
}

function request(url: string, { isAllowed, resolve, signal }: Exchange): Promise<IncomingMessage> {
  const target = parseWebAddress(url);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  // Names go through the guarded look-up; an address in the URL itself does not pass there.
  if (isIP(host) && !isAllowed(host)) throw refused(url, host);
  return new Promise((answer, reject) => {
    const { get } = target.protocol === 'https:' ? https : http;
    get(target, {
      // A pooled connection could have been opened without the guard.
      agent: false,
      lookup: guardedLookup(url, isAllowed, resolve),
      signal,
      headers: { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', 'user-agent': userAgent },
    })
      .on('response', answer)
      .on('error', reject);
  });
}

/** Resolves a name and passes the addresses on to the connection only if every one is allowed. */
function guardedLookup(
  url: string,
  isAllowed: Exchange['isAllowed'],
  resolve: typeof lookup,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const forbidden = error ? undefined : addresses.find(({ address }) => !isAllowed(address));
      const failure = error ?? (forbidden ? refused(url, forbidden.address) : undefined);
      const [first] = failure ? [] : addresses;
      if (!first) return callback(failure ?? new Error(`${hostname} has no address`), '', 4);
      return options.all
        ? callback(null, addresses satisfies LookupAddress[])
        : callback(null, first.address, first.family);
    });
  };
}

const hints: Readonly<Record<AddressKind, string>> = {
  public: 'Choose another address',
  loopback: 'Set loading.allowAddresses to [loopback] to read pages of this machine',
  private: 'Set loading.allowAddresses to [private] to read pages of private networks',
  other: 'Name the address in loading.allowAddresses, if it is one that you trust',
};

function refused(target: string, address: string): LoadError {
  const url = shownAddress(target);
  return new LoadError(`${url} leads to ${address}, which is not a public address.`, {
    hint: `${hints[kindOfAddress(address)]}, or save the page and add the file.`,
    context: { url, address },
  });
}

/** Counts the bytes as they come, after decompression, and stops at the limit. */
async function readBody(response: IncomingMessage, url: string, { maxBytes }: Exchange): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of decompressed(response) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) {
      throw new LimitExceededError(`${url} is larger than ${maxBytes} bytes.`, {
        hint: 'Raise `loading.maxBytes` if you want to read it.',
        context: { url, limit: 'maxBytes', maxBytes },
      });
    }
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function decompressed(response: IncomingMessage): NodeJS.ReadableStream {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase();
  if (!encoding || encoding === 'identity') return response;
  // Errors of either stream end the iteration over the last one.
  return pipeline(response, encoding === 'br' ? createBrotliDecompress() : createUnzip(), () => undefined);
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}
