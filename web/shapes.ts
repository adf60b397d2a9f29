/**
 * What the server answers: the lean forms as `lean-schemas.ts` has them, and the rest, as far as the page uses it, which
 * `src/apps/http/page-shapes.test.ts` holds against the server's own types.
 */
import type { z } from 'zod';
import type {
  leanAnswerSchema,
  leanCitationSchema,
  leanClaimSchema,
  leanDocumentSchema,
  leanHitSchema,
  leanSearchSchema,
} from '../src/knowledge-base/ask/lean-schemas.ts';
import type { Rect } from '../src/types.ts';

export type { Rect };
export type Answer = z.infer<typeof leanAnswerSchema>;
export type Citation = z.infer<typeof leanCitationSchema>;
export type Claim = z.infer<typeof leanClaimSchema>;
export type DocumentInfo = z.infer<typeof leanDocumentSchema>;
export type Hit = z.infer<typeof leanHitSchema>;
export type SearchResponse = z.infer<typeof leanSearchSchema>;
export type Timings = NonNullable<Answer['timings']>;

export interface DocumentList {
  readonly documents: readonly DocumentInfo[];
  readonly total: number;
  readonly nextCursor?: string | undefined;
}

export interface Page {
  readonly number: number;
  readonly label?: string | undefined;
  readonly width: number;
  readonly height: number;
  readonly charStart: number;
  readonly charEnd: number;
}

export interface Section {
  readonly heading: string;
  readonly level: number;
  readonly charStart: number;
  readonly charEnd: number;
  readonly page?: number | undefined;
}

export interface Outline {
  readonly sections: readonly Section[];
  readonly pages: readonly Page[];
}

export interface Text {
  readonly text: string;
  readonly charStart: number;
  readonly charEnd: number;
  readonly totalChars: number;
}

export interface FormattedCitation {
  readonly citation: Citation;
  readonly apa: string;
  readonly apaInText: string;
  readonly bibtex: string;
}

export interface ChunkList {
  readonly chunks: readonly {
    readonly id: string;
    readonly kind: string;
    readonly text: string;
    readonly pages: readonly number[];
    readonly tokens: number;
    readonly charStart: number;
    readonly charEnd: number;
  }[];
  readonly total: number;
  readonly nextCursor?: string | undefined;
}

export interface Job {
  readonly id: string;
  readonly state: 'waiting' | 'active' | 'done' | 'failed' | 'cancelled';
  readonly endedAt?: string | undefined;
  readonly counts: {
    readonly sources: number;
    readonly done: number;
    readonly failed: number;
    readonly cancelled: number;
  };
  readonly documentsStored: number;
  readonly documentsSkipped: number;
  readonly progress: Readonly<Record<string, number>>;
  readonly sources?:
    | readonly {
        readonly source: string;
        readonly state: string;
        readonly stage?: string | undefined;
        readonly pages?: { readonly done: number; readonly total: number } | undefined;
        readonly documentsSkipped: number;
        readonly warnings?: readonly string[] | undefined;
        readonly error?: { readonly message: string; readonly hint?: string | undefined } | undefined;
      }[]
    | undefined;
}

export interface Field {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean' | 'date' | 'list';
  readonly description: string;
}

export interface Configuration {
  readonly name: string;
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly intervals: Readonly<Record<string, { readonly low: number | null; readonly high: number | null }>>;
  readonly latencyMs: { readonly p50: number | null; readonly p95: number | null };
  readonly recallCurve: readonly { readonly k: number; readonly recall: number | null }[];
  readonly warnings: readonly string[];
}

export interface EvaluationRun {
  readonly id: string;
  readonly name: string;
  readonly state: 'running' | 'done' | 'failed';
  readonly startedAt: string;
  readonly done: number;
  readonly total: number;
  readonly configurations?: readonly Configuration[] | undefined;
  readonly problem?: Problem | undefined;
}

export interface Problem {
  readonly status: number;
  readonly detail: string;
  readonly hint?: string | undefined;
}
