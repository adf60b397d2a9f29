/** No result of a tool is longer than a model is to be sent, over real filings of many long tables. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdditionsHere } from '../../src/apps/mcp/index.ts';
import { openKnowledgeBase, type KnowledgeBase } from '../../src/index.ts';
import {
  startMcpServer,
  type McpHttpServer,
  type ToolContent,
  type ToolReply,
} from '../support/mcp-server.ts';

const folder = join(import.meta.dirname, '../../../shared/data/finance/pdfs');
const mostTokens = 8000;

describe.skipIf(!existsSync(folder))(
  'over the filings (skipped where ../shared/data/finance is missing)',
  () => {
    let kb: KnowledgeBase;
    let server: McpHttpServer;
    let client: Client;
    beforeAll(async () => {
      kb = await openKnowledgeBase({ store: 'sqlite::memory:', embedding: { adapt: 'off' } });
      await kb.addDocuments(readdirSync(folder).map((name) => join(folder, name)));
      const scoped = kb.scoped({ tenant: null, access: 'write' });
      const options = { isLocal: true, additions: new AdditionsHere() };
      server = await startMcpServer(() => ({ kb: scoped, options }));
      client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
      await client.connect(new StreamableHTTPClientTransport(server.url));
    }, 400_000);
    afterAll(async () => {
      await client.close();
      await server.close();
      await kb.close();
    });

    async function call(name: string, args: Record<string, unknown>): Promise<ToolReply> {
      const { content, structuredContent } = await client.callTool({ name, arguments: args });
      const text = (content as ToolContent[]).find(({ type }) => type === 'text')!.text!;
      expect(await kb.countTokens(text), `${name} ${JSON.stringify(args)}`).toBeLessThanOrEqual(mostTokens);
      return structuredContent as unknown as ToolReply;
    }

    it('the list of tools takes at most 2,500 tokens, the instructions 1,000', async () => {
      const { tools } = await client.listTools();
      expect(tools).toHaveLength(6);
      expect(await kb.countTokens(JSON.stringify({ tools }))).toBeLessThanOrEqual(2500);
      expect(await kb.countTokens(client.getInstructions()!)).toBeLessThanOrEqual(1000);
    });

    it('results keep within 8,000 tokens when as much as possible is asked for', async () => {
      const { documents } = await call('list_documents', {});
      expect(documents).toHaveLength(12);
      for (const { id } of documents) {
        for (let cursor: string | undefined, parts = 0; parts < 3; parts += 1) {
          const part = await call('fetch', { id, maxTokens: 7000, cursor });
          expect(part.text).not.toBe('');
          cursor = part.nextCursor;
          if (cursor === undefined) break;
        }
        await call('fetch', { id, page: 2, maxTokens: 7000 });
      }
      for (const query of ['net sales by segment', 'cash flows from operating activities', '2022']) {
        const { results } = await call('search', { query, limit: 25 });
        expect(results).toHaveLength(25);
        await call('ask', { question: query });
      }
    });

    it('no text is cut within a word', async () => {
      const { documents } = await call('list_documents', {});
      const { text: whole } = await kb.document(documents[0].id);
      const { text } = await call('fetch', { id: documents[0].id, maxTokens: 333 });
      expect(whole.startsWith(text)).toBe(true);
      expect(/\w$/.test(text) && /^\w/.test(whole.slice(text.length))).toBe(false);
    });

    it('pictures of pages are smaller than a megabyte', async () => {
      const { documents } = await call('list_documents', {});
      for (const { id } of documents) {
        const { content } = await client.callTool({ name: 'show_page', arguments: { id, page: 1 } });
        expect((content as ToolContent[])[0]!.data!.length).toBeLessThan(1_000_000);
      }
    });
  },
);
