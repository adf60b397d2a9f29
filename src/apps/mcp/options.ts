import type { LeanOptions, ScopedKnowledgeBase } from '../../index.ts';
import type { Additions } from './additions.ts';

export interface McpOptions {
  /** Where a place can be opened, such as a page of a server. Unless given: the document's address on the web, or its file. */
  readonly urlOf?: LeanOptions['urlOf'];
  /** Whether who calls sits at this machine: addresses of its files are given. */
  readonly isLocal?: boolean;
  /** What `add_documents` leaves its work to. Without it the tool is not there. */
  readonly additions?: Additions;
  /** Whether the configured routing chooses the collections where a call names none. Otherwise all are searched. */
  readonly routes?: boolean;
  /** Told of errors that are not the caller's, who learns only that there was one. */
  readonly onError?: (error: unknown) => void;
}

/** Opens the knowledge base when a call needs it, so that a store which is made later is found. */
export type OpenScoped = () => Promise<ScopedKnowledgeBase>;

export interface ToolContext {
  readonly open: OpenScoped;
  readonly options: McpOptions;
}

/** Annotations of a tool that reads: nothing of it reaches beyond the documents that were added. */
export const reading = (title: string) =>
  ({ title, readOnlyHint: true, idempotentHint: true, openWorldHint: false }) as const;
