/** What every route is given: who calls, and the knowledge base as that one sees it. */
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Filter, LinkedPlace, ScopedKnowledgeBase } from '../../index.ts';

/** Who calls, and what may be done. */
export interface Caller {
  /** Of the key; for logs and limits. */
  readonly id: string;
  /** `null` is whoever works on this machine, and sees what the command line adds. */
  readonly tenant: string | null;
  readonly access: 'read' | 'write';
  /** May list, make and revoke keys, and read the metrics. */
  readonly isAdministrator: boolean;
  /** The only collections that there are, and what all documents match; see `KnowledgeBase.scoped`. */
  readonly collections?: readonly string[] | undefined;
  readonly filter?: Filter | undefined;
}

export interface ApiEnv {
  Bindings: HttpBindings;
  Variables: {
    readonly requestId: string;
    readonly caller: Caller;
    /** There is no other: what the caller does not see is as if it were not there. */
    readonly kb: ScopedKnowledgeBase;
    /** Where a place in a document can be opened. */
    readonly links: (place: LinkedPlace) => string;
    /** Aborted when the client goes away, the time is over or the server stops. */
    readonly signal: AbortSignal;
    /** What the log says of the request besides. */
    readonly notes: Record<string, unknown>;
  };
}

export type Api = OpenAPIHono<ApiEnv>;
export type ApiContext = Context<ApiEnv>;

/** Of Node's server; there is none where `app.fetch` is called with a request of the Fetch standard. */
export const outgoingOf = ({ env }: ApiContext) => (env as Partial<HttpBindings> | undefined)?.outgoing;
