import { z } from 'zod';
import { checksumOfETag, type Checksum } from './checksum.ts';

/** A model of the Hugging Face hub, or of a server that answers like it. */
export interface HubModel {
  readonly hubUrl: string;
  /** `owner/name`. */
  readonly repository: string;
}

export interface HubListing {
  /** What the branch `main` stands for now, so that all files are of one state. */
  readonly commit: string;
  /** Sizes in bytes, where the server tells them, by name. */
  readonly sizes: ReadonlyMap<string, number | undefined>;
}

/** The server answered, and refused. */
export class HubRefusal extends Error {
  readonly status: number;
  constructor(status: number, what: string) {
    super(`${what}: HTTP ${status}`);
    this.name = 'HubRefusal';
    this.status = status;
  }
}

const listingTimeoutMs = 30_000;
const listingSchema = z.looseObject({
  sha: z.string().regex(/^\w+$/),
  siblings: z.array(z.looseObject({ rfilename: z.string(), size: z.int().nullish() })),
});

/** @throws HubRefusal for a model that the hub does not have or does not give; whatever `fetch` throws. */
export async function listHubFiles(
  { hubUrl, repository }: HubModel,
  signal?: AbortSignal,
): Promise<HubListing> {
  const url = `${hubUrl}/api/models/${repository}/revision/main?blobs=true`;
  const timeout = AbortSignal.timeout(listingTimeoutMs);
  const response = await fetch(url, { signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
  if (!response.ok) {
    await response.body?.cancel();
    throw new HubRefusal(response.status, `no model ${repository} at revision main`);
  }
  const { sha, siblings } = listingSchema.parse(await response.json());
  return { commit: sha, sizes: new Map(siblings.map((file) => [file.rfilename, file.size ?? undefined])) };
}

export function hubFileUrl({ hubUrl, repository }: HubModel, commit: string, file: string): string {
  return `${hubUrl}/${repository}/resolve/${commit}/${file}`;
}

const maxRedirects = 8;

export interface HubFile {
  /** 200, or 206 for the rest of a file; not read yet. */
  readonly response: Response;
  readonly checksum: Checksum | undefined;
}

/**
 * Requests a file, through the redirects to where large files are kept. The hub tells their checksum before it
 * redirects, so that each step is looked at.
 *
 * @throws HubRefusal for any other status than 200 and 206.
 */
export async function requestHubFile(
  url: string,
  init: { readonly headers: Record<string, string>; readonly signal: AbortSignal },
): Promise<HubFile> {
  let checksum: Checksum | undefined;
  let next = url;
  for (let step = 0; step <= maxRedirects; step += 1) {
    const response = await fetch(next, { ...init, redirect: 'manual' });
    const { headers, status } = response;
    checksum ??= checksumOfETag(headers.get('x-linked-etag')) ?? checksumOfETag(headers.get('etag'));
    if (status === 200 || status === 206) return { response, checksum };
    await response.body?.cancel();
    const location = status >= 300 && status < 400 ? headers.get('location') : null;
    if (location === null) throw new HubRefusal(status, url);
    next = new URL(location, next).href;
  }
  throw new Error(`${url} redirects more than ${maxRedirects} times`);
}
