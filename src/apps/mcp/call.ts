import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { PinciteError, type ScopedKnowledgeBase } from '../../index.ts';
import { describeError } from './describe-error.ts';
import type { ToolContext } from './options.ts';

/** What a tool gives: an object, and pictures beside it. */
export interface ToolOutput {
  readonly value: Readonly<Record<string, unknown>>;
  readonly png?: Uint8Array;
}

/**
 * Every call of a tool goes through here: the knowledge base is opened, the work is done, and an error becomes a result that
 * says what to do. `request.mcpReq._meta` has the caller's `traceparent`.
 */
export async function callTool(
  { open, options }: ToolContext,
  request: ServerContext,
  work: (kb: ScopedKnowledgeBase, signal: AbortSignal) => Promise<ToolOutput>,
): Promise<CallToolResult> {
  try {
    return toResult(await work(await open(), request.mcpReq.signal));
  } catch (error) {
    const isTheirs = error instanceof PinciteError || request.mcpReq.signal.aborted;
    if (!isTheirs) options.onError?.(error);
    return { isError: true, content: [{ type: 'text', text: describeError(error) }] };
  }
}

/** The object comes twice, as clients drop one or the other. */
function toResult({ value, png }: ToolOutput): CallToolResult {
  const text = { type: 'text' as const, text: JSON.stringify(value) };
  const data = png && Buffer.from(png.buffer, png.byteOffset, png.byteLength).toString('base64');
  const pictures = data === undefined ? [] : [{ type: 'image' as const, data, mimeType: 'image/png' }];
  return { content: [...pictures, text], structuredContent: value };
}
