/** What the hosts run: the same work in all of them, started in the way of each. */

/** Adds a Markdown document and a PDF, which is read in another process, asks, and searches by a regular expression. */
export const work = `
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKnowledgeBase } from 'pincite';

export async function work() {
  const folder = mkdtempSync(join(tmpdir(), 'pincite-host-'));
  const kb = await openKnowledgeBase({ store: 'sqlite:' + folder });
  const documents = ['travel-and-field-work-policy.md', 'supply-agreement-2024.pdf'];
  const added = await kb.addDocuments(documents.map((name) => join(process.env.DOCUMENTS, name)));
  const { citations } = await kb.ask('Which law governs the supply agreement?');
  const { hits } = await kb.retrieve('law', { whereDocument: { $regex: 'Irel[a]nd' } });
  const { problems } = await kb.check();
  await kb.close();
  rmSync(folder, { recursive: true });
  return { errors: added.errors.map(String), added: added.documentsInserted, quote: citations[0]?.quote, hits: hits.length, problems };
}
`;

export const main = `
import { work } from './work.mjs';
console.log(JSON.stringify(await work()));
`;

/** The same for bundles, which may be CommonJS, where nothing is awaited at the top. */
export const mainForBundles = `
import { work } from './work.mjs';
void work().then((result) => console.log(JSON.stringify(result)));
`;

/** The same work, without a bundler. \`load\` is what gives the package. */
const commonJsWork = (load) =>
  work
    .replaceAll(/^import (.*) from '(node:.*)';$/gm, "const $1 = require('$2');")
    .replace(
      "import { openKnowledgeBase } from 'pincite';",
      `const { openKnowledgeBase } = ${load}('pincite');`,
    )
    .replace('export async', 'async');

export const commonJs = `${commonJsWork('require')}
void work().then((result) => console.log(JSON.stringify(result)));
`;

export const worker = `
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { work } from './work.mjs';
if (isMainThread) new Worker(new URL(import.meta.url)).once('message', (text) => console.log(text));
else parentPort.postMessage(JSON.stringify(await work()));
`;

/** The executable is also what reads documents: then it is started with the program for that. */
export const executable = `
const load = require('node:module').createRequire(process.execPath);
const reader = process.argv.find((argument) => argument.endsWith('reader-process.mjs'));
if (reader) load(reader);
else {
  ${commonJsWork('load')}
  void work().then((result) => console.log(JSON.stringify(result)));
}
`;

export const viteServer = `
import { createServer } from 'vite';
const server = await createServer({ configFile: false, server: { middlewareMode: true }, appType: 'custom', logLevel: 'error' });
const { work } = await server.ssrLoadModule('/work.mjs');
console.log(JSON.stringify(await work()));
await server.close();
`;

export const nextRoute = `
import { work } from '../../work.mjs';
export const dynamic = 'force-dynamic';
export const GET = async () => Response.json(await work());
`;

export const nextLayout = `
export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }
`;

/** Serves what Next.js built and asks it once. Its arguments are the program that serves and the program's own. */
export const askServer = `
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
const port = await new Promise((resolve) => {
  const server = createServer().listen(0, () => { const { port } = server.address(); server.close(() => resolve(port)); });
});
const child = spawn(process.execPath, process.argv.slice(2), { env: { ...process.env, PORT: port }, stdio: ['ignore', 'ignore', 'inherit'] });
for (let tries = 0; tries < 100; tries += 1) {
  await sleep(300);
  const response = await fetch('http://localhost:' + port + '/ask').catch(() => undefined);
  if (response === undefined) continue;
  console.log(await response.text());
  break;
}
child.kill();
`;
