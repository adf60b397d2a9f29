import { lookup, type LookupAddress } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { LimitExceededError, LoadError, PinciteError } from '../errors.ts';
import { isPublicAddress } from './public-address.ts';

export interface FetchOptions {
  /** Bytes of the body after decompression. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
  /** For the whole exchange with its redirects. */
  readonly timeoutMs?: number;
  readonly maxRedirects?: number;
  /** Whether an IP address may be connected to; only public ones by default. */
  readonly isAllowed?: (address: string) => boolean;
}

export interface Fetched {
  readonly bytes: Uint8Array;
  /** Where the content was found after redirects. */
  readonly url: string;
  readonly contentType?: string;
}

type Exchange = Required<Pick<FetchOptions, 'maxBytes' | 'isAllowed'>> & { readonly signal: AbortSignal };

const hint = 'Check the address in a browser, or download the file and add it by its path.';

/**
 * Downloads a page or file over http or https. Every address that a name resolves to, on every redirect, must be allowed, and
 * the connection goes to the very addresses that were checked, so that no answer of a name server leads into
 * a private network.
 * @throws LoadError when the server cannot be reached, is refused, or answers with an error; LimitExceededError
 * when the body is larger than `maxBytes`; the signal's reason when it is aborted.
 */
export async function fetchUrl(url: string, options: FetchOptions): Promise<Fetched> {
  const { maxBytes, signal, timeoutMs = 60_000, maxRedirects = 5, isAllowed = isPublicAddress } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const exchange = { maxBytes, isAllowed, signal: signal ? AbortSignal.any([signal, timeout]) : timeout };
  try {
    return await follow(url, maxRedirects, exchange);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof PinciteError) throw error;
    const reason = timeout.aborted ? `no complete answer within ${timeoutMs / 1000} s` : messageOf(error);
    throw new LoadError(`${url} could not be downloaded: ${reason}.`, {
      hint,
      context: { url },
      cause: error,
    });
  }
}

async function follow(url: string, redirectsLeft: number, exchange: Exchange): Promise<Fetched> {
  const response = await request(url, exchange);
  const { statusCode = 0, headers } = response;
  if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location) {
    response.destroy();
    if (redirectsLeft === 0) throw new LoadError(`${url} redirects too often.`, { hint, context: { url } });
    return follow(new URL(headers.location, url).href, redirectsLeft - 1, exchange);
  }
  if (statusCode !== 200) {
    response.destroy();
    const context = { url, status: statusCode };
    throw new LoadError(`${url} answered ${statusCode} ${response.statusMessage ?? ''}`.trim() + '.', {
      hint,
      context,
    });
  }
  const contentType = headers['content-type'];
  return { bytes: await readBody(response, url, exchange), url, ...(contentType ? { contentType } : {}) };
}

function request(url: string, { isAllowed, signal }: Exchange): Promise<IncomingMessage> {
  const target = parseUrl(url);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  // Names go through the guarded look-up; an address in the URL itself does not pass there.
  if (isIP(host) && !isAllowed(host)) throw refused(url, host);
  return new Promise((resolve, reject) => {
    const { get } = target.protocol === 'https:' ? https : http;
    get(target, {
      // A pooled connection could have been opened without the guard.
      agent: false,
      lookup: guardedLookup(url, isAllowed),
      signal,
      headers: { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'pincite' },
    })
      .on('response', resolve)
      .on('error', reject);
  });
}

function parseUrl(url: string): URL {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (target && /^https?:$/.test(target.protocol)) return target;
  throw new LoadError(`${url} is no http or https address.`, {
    hint: 'Only http and https are read: give such an address, or the path of a file.',
    context: { url },
  });
}

/** Resolves a name and passes the addresses on to the connection only if every one is allowed. */
function guardedLookup(url: string, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
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

function refused(url: string, address: string): LoadError {
  return new LoadError(`${url} leads to ${address}, which is not a public address.`, {
    hint: 'Pages of private networks are not downloaded; save the page and add the file.',
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
        hint: 'Raise the limit on bytes if you want to read it.',
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
