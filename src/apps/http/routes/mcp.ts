/** `/mcp`: the Model Context Protocol over streamable HTTP, as the caller sees the documents. */
import { handleMcp } from '../../mcp/index.ts';
import type { Api } from '../context.ts';
import type { Log } from '../log.ts';
import { QueuedAdditions } from '../queued-additions.ts';
import type { JobParts } from './jobs.ts';

interface McpParts extends Pick<JobParts, 'queue' | 'tenancy'> {
  readonly log: Log;
}

export function mcpRoutes(api: Api, { queue, tenancy, log }: McpParts): void {
  api.on(['GET', 'POST', 'DELETE'], '/mcp', (c) => {
    const { caller, kb, links, requestId } = c.var;
    const additions = caller.access === 'write' ? new QueuedAdditions(queue, caller, tenancy) : undefined;
    const onError = (error: unknown) => log('error', 'failed', { requestId, error: (error as Error).stack });
    return handleMcp(c.req.raw, { kb, options: { urlOf: links, additions, onError } });
  });
}
