import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { ConfigError } from '../../../index.ts';
import type { Additions } from '../additions.ts';
import { parameters, toolArguments } from '../arguments.ts';
import { callTool } from '../call.ts';
import type { ToolContext } from '../options.ts';

export function registerAddDocuments(server: McpServer, context: ToolContext, additions: Additions): void {
  const title = 'Add documents';
  const kinds = context.options.isLocal
    ? 'Absolute paths of files or folders, or web addresses'
    : 'Web addresses';
  server.registerTool(
    'add_documents',
    {
      title,
      description:
        'Add documents, or update them where they changed. What takes long goes on as a job: call again with the job to see how far it is.',
      inputSchema: toolArguments({
        sources: parameters.texts.optional().describe(kinds),
        collection: parameters.collection.default('default'),
        job: z.string().min(1).max(100).optional(),
      }),
      annotations: {
        title,
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      },
    },
    ({ sources, collection, job }, request) =>
      callTool(context, request, async (kb) => {
        if ((sources === undefined) === (job === undefined)) {
          throw new ConfigError('add_documents needs either sources or a job', {
            hint: `sources: ${kinds}.`,
          });
        }
        const report = sources
          ? await additions.start(kb, { sources, collection })
          : await additions.find(job!);
        if (report === undefined) {
          throw new ConfigError(`There is no job "${job}"`, { hint: 'list_documents shows what was added.' });
        }
        return { value: { ...report } };
      }),
  );
}
