/**
 * Runs the conformance suite of the Model Context Protocol against `handleMcp` over the example documents.
 *
 *   npm run conformance
 *
 * The suite and the Node 22 that it needs come by `npx`, so this needs the network. Most of its scenarios call tools, prompts and
 * resources of a server that was made for it (`test_simple_text`, `test://static-text`): `mcp-conformance.yaml` names them, and
 * the suite fails where one of them passes all the same, or another one fails.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openKnowledgeBase } from '../src/index.ts';
import { startMcpServer } from '../test/support/mcp-server.ts';

const suite = '@modelcontextprotocol/conformance@0.1.16';
const documents = fileURLToPath(new URL('../examples/documents', import.meta.url));
const exceptions = fileURLToPath(new URL('mcp-conformance.yaml', import.meta.url));

await using kb = await openKnowledgeBase({ store: 'sqlite::memory:', embedding: { adapt: 'off' } });
await kb.addDocuments([documents]);
const scoped = kb.scoped({ tenant: null, access: 'read' });
const server = await startMcpServer(() => ({ kb: scoped }));
const results = await mkdtemp(join(tmpdir(), 'pincite-conformance-'));
const options = ['server', '--url', server.url.href, '--suite', 'all', '--expected-failures', exceptions];
const child = spawn(
  'npx',
  ['-y', '-p', 'node@22', '-p', suite, 'conformance', ...options, '--output-dir', results],
  { stdio: 'inherit' },
);
process.exitCode = await new Promise<number>((resolve) => {
  child.once('close', (code) => resolve(code ?? 1));
});
await server.close();
await rm(results, { recursive: true });
