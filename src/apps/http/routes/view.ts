/** The page: its HTML at the address of every view, and the files that it loads. What it shows it asks the interface for. */
import { z } from '@hono/zod-openapi';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Api, ApiContext } from '../context.ts';
import { define } from '../define.ts';
import { HttpProblem } from '../problems.ts';
import { idParams, placeQuery } from './documents.ts';
import { findInPackage } from '../../../util/files/package-folder.ts';

/** Views beside `/` and `/documents/{id}`. */
const views = ['/search', '/library', '/evaluation'] as const;

const assetPath = '/page/';
/** What says nothing of any document, and is given without a key. */
export const isOfPage = (path: string): boolean =>
  path === '/' ||
  path.startsWith(assetPath) ||
  path.startsWith('/documents/') ||
  views.some((view) => view === path);

/** Scripts, styles and pictures of this server alone; pictures that needed a key are blobs. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; " +
  "form-action 'none'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'";

const viewQuery = placeQuery.extend({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  at: z
    .string()
    .regex(/^\d{1,12}-\d{1,12}$/, 'must be two offsets, such as 120-180')
    .optional()
    .meta({ description: 'The characters to mark, as links of citations have them.' }),
});

const html = { 200: { description: 'A page of HTML', content: ['text/html'] } };

export function viewRoutes(api: Api): void {
  const files = readPageFiles();
  const show = (c: ApiContext) => showPage(c, files);
  api.get('/', show);
  for (const path of views)
    define(api, `GET ${path}`, {
      tag: 'Page',
      summary: 'A view of the page',
      answers: html,
      handle: show,
    });
  define(api, 'GET /documents/{id}', {
    tag: 'Page',
    summary: 'A place in a document, to look at: where links of citations lead',
    params: idParams,
    query: viewQuery,
    answers: html,
    handle: show,
  });
  api.get(`${assetPath}:name`, (c) => {
    const file = files?.assets.get(c.req.param('name'));
    if (file === undefined) throw new HttpProblem(404, 'There is no such file of the page');
    return send(c, file, { 'Cache-Control': 'public, max-age=31536000, immutable' });
  });
}

function showPage(c: ApiContext, files: PageFiles | undefined): Response {
  if (files === undefined) {
    throw new HttpProblem(404, 'The page is not built', {
      hint: 'Run `npm run build`. /docs says what else there is.',
    });
  }
  return send(c, files.index, { 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' });
}

function send(
  c: ApiContext,
  { type, bytes, gzipped }: PageFiles['index'],
  headers: Readonly<Record<string, string>>,
): Response {
  const takesGzip = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '');
  return new Response(Buffer.from(takesGzip ? gzipped : bytes), {
    headers: {
      'Content-Type': type,
      Vary: 'Accept-Encoding',
      ...(takesGzip ? { 'Content-Encoding': 'gzip' } : {}),
      ...headers,
    },
  });
}

interface PageFile {
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly gzipped: Uint8Array;
}

/** The built page, read once: a fixed map of names, so that no path of a request leads to a file. */
interface PageFiles {
  /** The HTML that every view begins with. */
  readonly index: PageFile;
  /** Scripts, styles and the icon, by names that change with what is in them. */
  readonly assets: ReadonlyMap<string, PageFile>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** `undefined` where the page was not built. */
function readPageFiles(): PageFiles | undefined {
  const folder = findInPackage('dist/web');
  if (folder === undefined) return undefined;
  const files = new Map(
    readdirSync(folder).flatMap((name) => {
      const type = types[extname(name)];
      if (type === undefined) return [];
      const bytes = readFileSync(join(folder, name));
      return [[name, { type, bytes, gzipped: gzipSync(bytes, { level: 9 }) }] as const];
    }),
  );
  const index = files.get('index.html');
  files.delete('index.html');
  return index && { index, assets: files };
}
