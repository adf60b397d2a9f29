import { basename, isAbsolute, win32 } from 'node:path';
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { PinciteError, type ScopedKnowledgeBase } from '../../index.ts';
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

/** The library's words and its hint, without the folders of this machine; nothing of errors that are nobody's but ours. */
export function describeError(error: unknown): string {
  if (!(error instanceof PinciteError))
    return 'Something went wrong inside the server. Its log has the details.';
  const { message, hint, context } = error;
  const said = [message, ...(hint === undefined ? [] : [hint])].map((line) =>
    /[.!?]$/.test(line) ? line : `${line}.`,
  );
  return withoutFolders(
    said.join(' ').replaceAll('`pincite list`', 'list_documents'),
    Object.values(context),
  );
}

const folders = /(?<![\w./:~-])(?:file:\/\/)?(?:[A-Za-z]:)?(?:[/\\][^\s/\\"'“”‘’`<>|]+)+[/\\](?=[^\s/\\])/g;

/** @param facts of the error: paths among them are known even where they have spaces. */
function withoutFolders(text: string, facts: readonly unknown[]): string {
  const paths = facts.filter(
    (fact): fact is string => typeof fact === 'string' && (isAbsolute(fact) || win32.isAbsolute(fact)),
  );
  const shown = paths.reduce((known, path) => known.replaceAll(path, basename(win32.basename(path))), text);
  return shown.replaceAll(folders, '');
}
