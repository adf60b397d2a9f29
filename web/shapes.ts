/** What the server answers, as far as the page uses it. `src/apps/http/page-shapes.test.ts` holds it against the server's own types. */

export interface Rect {
  readonly page: number;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** What a model says of a figure. */
export interface Description {
  readonly text: string;
  readonly by: string;
}

export interface Citation {
  readonly n: number;
  readonly id: string;
  readonly collection: string;
  readonly documentId: string;
  readonly documentVersion?: number | undefined;
  readonly title: string;
  readonly fileName?: string | undefined;
  readonly folder?: string | undefined;
  readonly pages: readonly number[];
  readonly printedPages?: readonly string[] | undefined;
  readonly section?: string | undefined;
  readonly quote: string;
  readonly caption?: string | undefined;
  readonly context?: string | undefined;
  readonly cell?: Cell | undefined;
  readonly located: 'exact' | 'normalised' | 'fuzzy' | 'no';
  readonly similarity?: number | undefined;
  readonly charStart: number;
  readonly charEnd: number;
  readonly rects: readonly Rect[];
  readonly described?: Description | undefined;
}

interface Cell {
  readonly head: string;
  readonly column: number;
  readonly quote: string;
  readonly charStart: number;
  readonly charEnd: number;
  readonly rects: readonly Rect[];
}

export interface Claim {
  readonly text: string;
  readonly citations: readonly number[];
  readonly supported: 'yes' | 'no' | 'unchecked';
  readonly probability?: number | undefined;
}

interface Contradiction {
  readonly citations: readonly number[];
  /** What the second citation does to where the first stands. */
  readonly change?: string | undefined;
}

export interface Timings {
  readonly totalMs: number;
  readonly stages: readonly { readonly stage: string; readonly ms: number; readonly count: number }[];
}

export interface Answer {
  readonly question: string;
  readonly standalone?: { readonly question: string; readonly rewrittenBy: string } | undefined;
  readonly answered: boolean;
  readonly answer: string;
  readonly certainty?: number | undefined;
  readonly citations: readonly Citation[];
  readonly claims: readonly Claim[];
  readonly nearest?: readonly Citation[] | undefined;
  readonly contradictions?: readonly Contradiction[] | undefined;
  readonly model: string;
  readonly warnings: readonly string[];
  readonly timings?: Timings | undefined;
}

export interface Hit {
  readonly id: string;
  readonly collection: string;
  readonly documentId: string;
  readonly title: string;
  readonly fileName?: string | undefined;
  readonly folder?: string | undefined;
  readonly pages: readonly number[];
  readonly section?: string | undefined;
  readonly score: number;
  readonly excerpt: string;
  readonly described?: Description | undefined;
  readonly marks?: readonly (readonly [number, number])[] | undefined;
  readonly best?: readonly [number, number] | undefined;
  readonly url?: string | undefined;
  readonly scores?: object | undefined;
}

export interface SearchResponse {
  readonly query: string;
  readonly results: readonly Hit[];
  readonly warnings: readonly string[];
  readonly timings?: Timings | undefined;
}

export interface DocumentInfo {
  readonly id: string;
  readonly collection: string;
  readonly title: string;
  readonly creators: readonly string[];
  readonly date?: string | undefined;
  readonly fileName?: string | undefined;
  readonly folder?: string | undefined;
  readonly format: string;
  readonly language?: string | undefined;
  readonly type?: string | undefined;
  readonly tags: readonly string[];
  readonly project?: string | undefined;
  readonly pages: number;
  readonly chunks: number;
  readonly bytes: number;
  readonly version: number;
  readonly addedAt: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

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
