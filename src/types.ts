/**
 * The nouns of Pincite: each as a type and as a schema, which the compiler compares (`test/types/schemas.ts`), so that what is
 * validated and what is typed cannot drift apart. Offsets are UTF-16 code units into `document.text`, ranges are
 * half-open `[start, end)`, page numbers count from 1, rectangles are PDF points from the top left of the
 * page as it is displayed (cropped and rotated), scores are higher-is-better.
 */
import { z } from 'zod';

/** An object with any keys, `__proto__` among them, which `z.record` leaves out without a word. */
export function recordOf<Value extends z.ZodType>(
  values: Value,
): z.ZodType<Readonly<Record<string, z.output<Value>>>, Record<string, z.input<Value>>> {
  return z
    .custom<Record<string, z.input<Value>>>(isRecord, 'must be an object with keys and values')
    .transform((given, context) => {
      const entries = Object.entries(given).map(([key, value]) => {
        const { data, error } = values.safeParse(value);
        for (const issue of error?.issues ?? [])
          context.issues.push({ ...issue, input: value, path: [key, ...issue.path] } as z.core.$ZodRawIssue);
        return [key, data] as const;
      });
      return Object.fromEntries(entries) as Record<string, z.output<Value>>;
    });
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value of a field of your own. */
export type MetadataValue = string | number | boolean | readonly string[];
/** Your own fields on a document or chunk: flat, no schema forced on them. */
export type Metadata = Readonly<Record<string, MetadataValue>>;

export const metadataValueSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
export const metadataSchema = recordOf(metadataValueSchema);

export const documentFormats = [
  'pdf',
  'text',
  'markdown',
  'html',
  'docx',
  'pptx',
  'xlsx',
  'csv',
  'json',
  'epub',
  'email',
  'code',
] as const;
/** What a document was read as; told from what is in it, not from its name. */
export type DocumentFormat = (typeof documentFormats)[number];

export const documentFormatSchema = z.enum(documentFormats);

/** A rectangle on a page: PDF points, origin top left, `x0 <= x1`, `y0 <= y1`. */
export interface Rect {
  /** Position in the file, from 1. */
  readonly page: number;
  /** The left edge. */
  readonly x0: number;
  /** The upper edge. */
  readonly y0: number;
  /** The right edge. */
  readonly x1: number;
  /** The lower edge. */
  readonly y1: number;
  /** 0…1, only where the text comes from OCR. */
  readonly confidence?: number;
}

export const rectSchema = z.object({
  page: z.number().int().min(1),
  x0: z.number(),
  y0: z.number(),
  x1: z.number(),
  y1: z.number(),
  confidence: z.number().min(0).max(1).optional(),
});

/** What a document says about itself (Dublin Core and a little more). Dates are ISO 8601. */
export interface Bibliography {
  /** What it is called: by its own words, else by its name. */
  readonly title: string;
  /** Its authors, in order. */
  readonly creators: readonly string[];
  /** Its keywords. */
  readonly subjects: readonly string[];
  /** Its own summary. */
  readonly description?: string;
  /** When it was written. */
  readonly dateCreated?: string;
  /** Who published it. */
  readonly publisher?: string;
  /** The journal or book that it is part of. */
  readonly containerTitle?: string;
  /** Its digital object identifier. */
  readonly doi?: string;
  /** Its address on the web. */
  readonly url?: string;
}

export const bibliographySchema = z.object({
  title: z.string(),
  creators: z.array(z.string()),
  subjects: z.array(z.string()),
  description: z.string().optional(),
  dateCreated: z.string().optional(),
  publisher: z.string().optional(),
  containerTitle: z.string().optional(),
  doi: z.string().optional(),
  url: z.string().optional(),
});

/** What is known of a stored document, without its text. */
export interface Document extends Bibliography {
  /** Names it in its collection. */
  readonly documentId: string;
  /** The collection that it is in. */
  readonly collection: string;
  /** Absolute path, URL, or the `uri` given with text and bytes. */
  readonly sourcePath: string;
  /** SHA-256 of the source's bytes, 64 hex digits. */
  readonly sourceHash: string;
  /**
   * SHA-256 of the settings by which it was read and cut, 64 hex digits: adding the same bytes by others replaces it.
   * Absent for a document that was stored before settings were noted.
   */
  readonly settingsHash?: string;
  /** What it was read as. */
  readonly format: DocumentFormat;
  /** The user's own kind of document: deliverable, note, … */
  readonly type?: string;
  /** ISO 639-1, detected; absent when the text is too short to tell. */
  readonly language?: string;
  /** How many chunks it was cut into. */
  readonly chunkCount: number;
  /** Length of its text in UTF-16 code units. */
  readonly totalChars: number;
  /** Tokens of its chunks, as `chunking.tokenizer` counts them. */
  readonly totalTokens: number;
  /** Size of the source in bytes. */
  readonly bytes: number;
  /** How many pages it has; 0 for formats without pages. */
  readonly pageCount: number;
  /** The model that its chunks are embedded with. */
  readonly embeddingModel: string;
  /** ISO 8601 instants. */
  readonly ingestedAt: string;
  /** When it was last stored or changed, in ISO 8601. */
  readonly updatedAt: string;
  /** Counts the stored states of this document from 1. */
  readonly version: number;
  /** ISO 8601; when a newer version took its place. Absent for the present version. */
  readonly supersededAt?: string;
  /** Words to filter by. */
  readonly tags: readonly string[];
  /** What it belongs to. */
  readonly project?: string;
  /** Your own fields. */
  readonly metadata: Metadata;
}

export const documentSchema = bibliographySchema.extend({
  documentId: z.string().min(1),
  collection: z.string().min(1),
  sourcePath: z.string(),
  sourceHash: z.string().regex(/^[0-9a-f]{64}$/),
  settingsHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  format: documentFormatSchema,
  type: z.string().optional(),
  language: z.string().optional(),
  chunkCount: z.number().int().min(0),
  totalChars: z.number().int().min(0),
  totalTokens: z.number().int().min(0),
  bytes: z.number().int().min(0),
  pageCount: z.number().int().min(0),
  embeddingModel: z.string(),
  ingestedAt: z.string(),
  updatedAt: z.string(),
  version: z.number().int().min(1),
  supersededAt: z.string().optional(),
  tags: z.array(z.string()),
  project: z.string().optional(),
  metadata: metadataSchema,
});

/** What a stretch of text is. */
export type ChunkKind = 'text' | 'table' | 'code' | 'list' | 'heading' | 'figure';
export const chunkKindSchema = z.enum(['text', 'table', 'code', 'list', 'heading', 'figure']);

/** What `level` says of a chunk; a chunk of a lower number may be the parent of others. */
export const levels = { document: 0, chapter: 1, section: 2, passage: 3, sentence: 4 } as const;

/** What a model says that a figure shows: not the document's words, and never part of its text. */
export interface PictureDescription {
  /** What it shows, in words. */
  readonly text: string;
  /** The model, as `provider:model`. */
  readonly by: string;
}

export const descriptionSchema = z.object({ text: z.string(), by: z.string() });

/** A piece of a document that is searched: a span of its text, and where it stands. */
export interface Chunk {
  /** `<documentId>#<sequence, at least 4 digits>`, or `<documentId>#v<version>#<sequence>` where versions are kept. */
  readonly chunkId: string;
  /** The document that it is of. */
  readonly documentId: string;
  /** The version of the document that it is of, where versions are kept. */
  readonly documentVersion?: number;
  /** Its place among the chunks of the document, from 0. */
  readonly sequence: number;
  /** Where it begins in the text of the document. */
  readonly charStart: number;
  /** Where it ends: the unit after its last one. */
  readonly charEnd: number;
  /** Exactly `document.text.slice(charStart, charEnd)`. */
  readonly content: string;
  /** SHA-256 of `content`, 64 hex digits. */
  readonly contentHash: string;
  /** Sorted, without gaps. Empty for documents without pages. */
  readonly pageNumbers: readonly number[];
  /** Of the section that the chunk begins in; a chunk may hold several. */
  readonly sectionHeading?: string;
  /** All of them, in order, with where each begins in the chunk; absent of a chunk of one section. */
  readonly sections?: readonly {
    readonly heading: string;
    readonly charStart: number;
  }[];
  /** Headings that all of the chunk stands under, outermost first. */
  readonly headingPath: readonly string[];
  /** What it is made of. */
  readonly kind: ChunkKind;
  /** Its tokens, as `chunking.tokenizer` counts them. */
  readonly tokenCount: number;
  /** Its length in UTF-16 code units. */
  readonly charCount: number;
  /** Characters shared with the chunk before, and with the one after. */
  readonly overlapPrevChars: number;
  /** Characters shared with the chunk after. */
  readonly overlapNextChars: number;
  /** The part that belongs to this chunk alone: unique spans of one level do not overlap. */
  readonly uniqueStart: number;
  /** Where that part ends. */
  readonly uniqueEnd: number;
  /** The chunk before, of the same level. */
  readonly prevChunkId?: string;
  /** The chunk after, of the same level. */
  readonly nextChunkId?: string;
  /** The chunk of a lower level that encloses it. */
  readonly parentChunkId?: string;
  /** One of `levels`. */
  readonly level: number;
  /** Heading path joined by ` > `. */
  readonly hierarchyPath: string;
  /** How it was cut. */
  readonly chunkingMethod: string;
  /** The model that it is embedded with. */
  readonly embeddingModel: string;
  /** When that was, in ISO 8601. */
  readonly embeddedAt: string;
  /** How many chunks its document has. */
  readonly totalChunks: number;
  /** Where it stands on its pages, one rectangle a line; empty without pages. */
  readonly rects: readonly Rect[];
  /** Of a figure, where a model was asked for it (`chunking.describeFigures`). */
  readonly described?: PictureDescription;
  /** The document's metadata with the chunk's own laid over it. */
  readonly metadata: Metadata;
}

export const chunkSchema = z.object({
  chunkId: z.string(),
  documentId: z.string(),
  documentVersion: z.number().int().min(1).optional(),
  sequence: z.number().int().min(0),
  charStart: z.number().int().min(0),
  charEnd: z.number().int().min(0),
  content: z.string(),
  contentHash: z.string(),
  pageNumbers: z.array(z.number().int().min(1)),
  sectionHeading: z.string().optional(),
  sections: z.array(z.object({ heading: z.string(), charStart: z.number().int().min(0) })).optional(),
  headingPath: z.array(z.string()),
  kind: chunkKindSchema,
  tokenCount: z.number().int().min(0),
  charCount: z.number().int().min(0),
  overlapPrevChars: z.number().int().min(0),
  overlapNextChars: z.number().int().min(0),
  uniqueStart: z.number().int().min(0),
  uniqueEnd: z.number().int().min(0),
  prevChunkId: z.string().optional(),
  nextChunkId: z.string().optional(),
  parentChunkId: z.string().optional(),
  level: z.number().int().min(0).max(4),
  hierarchyPath: z.string(),
  chunkingMethod: z.string(),
  embeddingModel: z.string(),
  embeddedAt: z.string(),
  totalChunks: z.number().int().min(1),
  rects: z.array(rectSchema),
  described: descriptionSchema.optional(),
  metadata: metadataSchema,
});

/** A word (or one CJK character) of the text and where it stands on its page. */
export interface LayoutRun {
  /** Where it begins in the text of the document. */
  readonly charStart: number;
  /** Where it ends: the unit after its last one. */
  readonly charEnd: number;
  /** The left edge, in points. */
  readonly x0: number;
  /** The upper edge. */
  readonly y0: number;
  /** The right edge. */
  readonly x1: number;
  /** The lower edge. */
  readonly y1: number;
  /** 0…1, only where the word was read by OCR. */
  readonly confidence?: number;
}

/** A page of a document, or a slide, as it is displayed. */
export interface Page {
  /** Position in the file, from 1. */
  readonly number: number;
  /** The label printed or declared for the page ("iv", "A-3") where it differs from `number`. */
  readonly label?: string;
  /** Points, as displayed. */
  readonly width: number;
  /** Points, as displayed. */
  readonly height: number;
  /** Where its text begins in that of the document. */
  readonly charStart: number;
  /** Where it ends. */
  readonly charEnd: number;
  /** Ordered by `charStart`, not overlapping; empty for formats without geometry. */
  readonly layout: readonly LayoutRun[];
}

/** A heading with what stands under it, its subsections included. */
export interface Section {
  /** Its heading, as it stands. */
  readonly heading: string;
  /** 1 (top) … 6. */
  readonly level: number;
  /** From the first character of the heading to the end of the section with its subsections. */
  readonly charStart: number;
  /** Where it ends: the unit after its last one. */
  readonly charEnd: number;
  /** HTML id or generated slug, for deep links. */
  readonly anchor?: string;
}

/** A paragraph-sized piece of the text. Blocks are ordered and do not overlap; between them is white space only. */
export interface Block {
  /** What it is. */
  readonly kind: ChunkKind;
  /** Where it begins in the text of the document. */
  readonly charStart: number;
  /** Where it ends: the unit after its last one. */
  readonly charEnd: number;
}

/** A cell of a table; empty ones are left out. */
export interface TableCell {
  /** From 0, the top and left of what it covers. */
  readonly row: number;
  /** From 0, the left of what it covers. */
  readonly column: number;
  /** Rows and columns that it covers, from 1. */
  readonly rowSpan: number;
  /** Columns that it covers, from 1. */
  readonly columnSpan: number;
  /** Its text in the document's. */
  readonly charStart: number;
  /** Where it ends: the unit after its last one. */
  readonly charEnd: number;
  /** Around its text, where the format has pages. */
  readonly rect?: Rect;
}

/** A table, which stands in the text as Markdown. One that goes on over pages is one table. */
export interface Table {
  /** Of its Markdown in the document's text. */
  readonly charStart: number;
  /** Where that ends: the unit after its last one. */
  readonly charEnd: number;
  /** Rows, the header rows among them. */
  readonly rowCount: number;
  /** Columns. */
  readonly columnCount: number;
  /** Rows from the top that head the others; Markdown joins them into one. */
  readonly headerRows: number;
  /** By row, then by column. */
  readonly cells: readonly TableCell[];
  /** Of the table on each of its pages, where the format has pages. */
  readonly rects: readonly Rect[];
}

/** Where a stretch of the text leads to. */
export interface Link {
  /** Where its words begin in the text of the document. */
  readonly charStart: number;
  /** Where they end. */
  readonly charEnd: number;
  /** As it stands in the document; `#page=3` within a PDF. Never followed. */
  readonly url: string;
}

/** A figure, a photograph, a logo: what a page shows that is no text. */
export interface Picture {
  /** What stands for it in the text: its caption, its alternative text; empty, at the place where it stands, where nothing does. */
  readonly charStart: number;
  /** Where it ends. */
  readonly charEnd: number;
  /** As its writer describes it to those who do not see it. */
  readonly alternativeText?: string;
  /** Where a model was asked for it (`chunking.describeFigures`). */
  readonly described?: PictureDescription;
  /** Where the format has pages. */
  readonly rect?: Rect;
}

/** What a document is made of, beside its pages and sections. All are ordered by where they start. */
export interface DocumentStructure {
  /** Its paragraphs, lists, tables, code. */
  readonly blocks: readonly Block[];
  /** Its tables with their cells. */
  readonly tables: readonly Table[];
  /** Where its words lead to. */
  readonly links: readonly Link[];
  /** What it shows that is no text. */
  readonly pictures: readonly Picture[];
}

/** What every loader gives, whatever the format. */
export interface LoadedDocument {
  /** The canonical reading text that all offsets refer to. */
  readonly text: string;
  /** What it was read as. */
  readonly format: DocumentFormat;
  /** Its pages with their words; empty for formats without pages. */
  readonly pages: readonly Page[];
  /** Its headings with what stands under them, in order. */
  readonly sections: readonly Section[];
  /** Its paragraphs, lists, tables, code, in order. */
  readonly blocks: readonly Block[];
  /** By where they start, without overlap; absent where there are none. */
  readonly tables?: readonly Table[];
  /** By where they start; absent where there are none. */
  readonly links?: readonly Link[];
  /** By where they start; absent where there are none. */
  readonly pictures?: readonly Picture[];
  /** What the file says of itself; what it is called where it has no title of use, `load/title.ts` says. */
  readonly bibliography: Partial<Bibliography>;
  /** What its writer files it under, where the format has a place for that. */
  readonly labels?: { readonly type?: string; readonly tags?: string[] };
  /** ISO 639-1, where it says so or it can be told. */
  readonly language?: string;
  /** What could not be read, in sentences. */
  readonly warnings: readonly string[];
}

/** How well a chunk answers a query; higher is better. */
export interface Scores {
  /** 0…1, comparable across queries. */
  readonly relevanceScore: number;
  /** Cosine, −1…1; absent where vectors were not searched, and with `rrf` where that search did not find the chunk. */
  readonly vectorScore?: number;
  /** BM25, above 0; absent where keywords were not searched or the chunk has none, with `rrf` also where others were better. */
  readonly keywordScore?: number;
  /** 0…1 within one response; what the order rests on where there is no `rerankScore`. */
  readonly fusedScore: number;
  /** Of the reranker, 0…1; absent without one, and for hits that it left unscored, which rank behind the others. */
  readonly rerankScore?: number;
  /** What that is multiplied by for age and type of the document, and where the query names it, ≥ 0; absent where none counts. */
  readonly boost?: number;
  /** From 1. */
  readonly rank: number;
}

export const scoreSchema = z.object({
  relevanceScore: z.number().min(0).max(1),
  vectorScore: z.number().optional(),
  keywordScore: z.number().optional(),
  fusedScore: z.number(),
  rerankScore: z.number().min(0).max(1).optional(),
  boost: z.number().min(0).optional(),
  rank: z.number().int().min(1),
});

/** What one search said of a hit, and what that counts in the fused score. */
export interface SearchShare {
  /** From 1 in the list of the search; absent where the hit is not in it, and was scored for another list's sake. */
  readonly place?: number;
  /** What the search gave it. */
  readonly score: number;
  /** The score on the scale of its list: 0…1 by `minmax`, in deviations by `zscore`, 1 / (k + place) by `rrf`. */
  readonly share: number;
  /** What `share` is multiplied by in the fused score. */
  readonly weight: number;
}

const searchShareSchema = z.object({
  place: z.number().int().min(1).optional(),
  score: z.number(),
  share: z.number(),
  weight: z.number(),
});

/** What put a hit where it stands: numbers, and sentences for a person. */
export interface Explanation {
  /** Absent where vectors were not searched or do not know the chunk; the same for `hyde` and `keyword`. */
  readonly vector?: SearchShare;
  /** Of the search for a hypothetical passage; `score` is the cosine with that. */
  readonly hyde?: SearchShare;
  /** Of the keyword search. */
  readonly keyword?: SearchShare & {
    /** Parts of the score, the largest first: of words of the query, or its beginnings of words. */
    readonly words: readonly {
      readonly word: string;
      readonly score: number;
    }[];
    /** Part of the score for phrases of the query that the chunk has. */
    readonly phraseScore: number;
  };
  /** Where the hit stood after each stage that orders, from 1. */
  readonly places: readonly {
    readonly stage: string;
    readonly place: number;
  }[];
  /** The factors of `boost`. */
  readonly boosts?: {
    readonly recency: number;
    readonly type: number;
    readonly importance: number;
    readonly named: number;
  };
  /** With `mmr`: the hit before it that it is most like, and their cosine. */
  readonly nearest?: {
    readonly chunkId: string;
    readonly cosine: number;
  };
  /** What put it there, in sentences. */
  readonly reasons: readonly string[];
}

export const explanationSchema = z.object({
  vector: searchShareSchema.optional(),
  hyde: searchShareSchema.optional(),
  keyword: searchShareSchema
    .extend({
      words: z.array(z.object({ word: z.string(), score: z.number() })),
      phraseScore: z.number(),
    })
    .optional(),
  places: z.array(z.object({ stage: z.string(), place: z.number().int().min(1) })),
  boosts: z
    .object({ recency: z.number(), type: z.number(), importance: z.number(), named: z.number() })
    .optional(),
  nearest: z.object({ chunkId: z.string(), cosine: z.number() }).optional(),
  reasons: z.array(z.string()),
});

/** A chunk that was found, with its scores. */
export interface Hit extends Scores {
  /** The collection that it was found in. */
  readonly collection: string;
  /** The chunk, with its whole text unless `fullChunks` is false. */
  readonly chunk: Chunk;
  /** Other places where the same text stands, left out as duplicates. */
  readonly duplicates: readonly {
    readonly collection: string;
    readonly documentId: string;
    readonly chunkId: string;
  }[];
  /** With `explain`. */
  readonly explanation?: Explanation;
}

export const hitSchema = scoreSchema.extend({
  collection: z.string(),
  chunk: chunkSchema,
  duplicates: z.array(z.object({ collection: z.string(), documentId: z.string(), chunkId: z.string() })),
  explanation: explanationSchema.optional(),
});

/** Consecutive text around one or more hits of a document, merged without repeated text. */
export interface Passage {
  /** The collection of its document. */
  readonly collection: string;
  /** The document that it is of. */
  readonly documentId: string;
  /** The version that it is of, where versions are kept. */
  readonly documentVersion?: number;
  /** The chunks that it is made of. */
  readonly chunkIds: readonly string[];
  /** Where each of those chunks stands in the document, by where it starts. */
  readonly chunks: readonly {
    readonly chunkId: string;
    readonly charStart: number;
    readonly charEnd: number;
  }[];
  /** Where it begins in the text of the document. */
  readonly charStart: number;
  /** Where it ends: the unit after its last one. */
  readonly charEnd: number;
  /** Exactly that slice of the text. */
  readonly text: string;
  /** Its tokens, as `chunking.tokenizer` counts them. */
  readonly tokenCount: number;
  /** Best rank among its hits. */
  readonly rank: number;
  /** The best among its hits, 0…1. */
  readonly relevanceScore: number;
}

export const passageSchema = z.object({
  collection: z.string(),
  documentId: z.string(),
  documentVersion: z.number().int().optional(),
  chunkIds: z.array(z.string()),
  chunks: z.array(z.object({ chunkId: z.string(), charStart: z.number().int(), charEnd: z.number().int() })),
  charStart: z.number().int(),
  charEnd: z.number().int(),
  text: z.string(),
  tokenCount: z.number().int(),
  rank: z.number().int(),
  relevanceScore: z.number(),
});

/** A document that hits are of. */
export interface Source {
  /** The document. */
  readonly document: Document;
  /** How many hits are of it. */
  readonly chunkCount: number;
  /** Mean `relevanceScore` of those, 0…1. */
  readonly averageRelevance: number;
  /** The best `relevanceScore` of those, 0…1. */
  readonly bestScore: number;
}

export const sourceSchema = z.object({
  document: documentSchema,
  chunkCount: z.number().int(),
  averageRelevance: z.number(),
  bestScore: z.number(),
});

/** What a stage of a search took. */
export interface StageStats {
  /** Name of the stage. */
  readonly stage: string;
  /** Milliseconds that it took. */
  readonly ms: number;
  /** Items that left the stage. */
  readonly count: number;
}

export const stageStatsSchema = z.object({
  stage: z.string(),
  ms: z.number(),
  count: z.number().int(),
});

/** A stage that was left out, or gave less than was asked of it, and why. */
export interface Degradation {
  /** Name of the stage. */
  readonly stage: string;
  /** Why, in a sentence. */
  readonly reason: string;
}

export const degradationSchema = z.object({ stage: z.string(), reason: z.string() });

/** Which collections were searched where the caller named none, and why. */
export interface Route {
  /** Names of the collections. */
  readonly collections: readonly string[];
  /** What chose them. */
  readonly by: 'rule' | 'model' | 'default';
  /** Why, in words. */
  readonly reason: string;
}

export const routeSchema = z.object({
  collections: z.array(z.string()),
  by: z.enum(['rule', 'model', 'default']),
  reason: z.string(),
});

/** What `redact` did to texts before they left the machine, where that is configured: how many were changed, how many not sent. */
export interface RedactionSummary {
  /** Texts that were sent in other words. */
  readonly changed: number;
  /** Texts that were not sent. */
  readonly refused: number;
}

const redactionSchema = z.object({ changed: z.int().min(0), refused: z.int().min(0) });

/** What a search found, best first, and how. */
export interface RetrieveResponse {
  /** The query as it was asked. */
  readonly query: string;
  /** Whether every stage did what was asked of it; hits come where one search at least did. */
  readonly success: boolean;
  /** The stages that did not, in sentences among `warnings` too. */
  readonly degraded: readonly Degradation[];
  /** What was searched for. */
  readonly queries: {
    /** The query as it was searched. */
    readonly standard: string;
    /** Its keyword terms with their weight and inverse document frequency; empty when no keyword search ran. */
    readonly terms: readonly {
      readonly term: string;
      readonly weight: number;
      /** Absent for a tenant who shares collections: others' documents decide it too. */
      readonly idf?: number;
      /** Only what was searched for beside the query has it. */
      /** What the same word is in other languages of the documents, counted as this term. */
      readonly forms?: readonly string[];
      readonly isExpansion?: true;
    }[];
    /** Acronyms of the query, or words of it, and what the documents say that they stand for; searched for too. */
    readonly expansions?: readonly {
      readonly words: string;
      readonly means: string;
    }[];
    /** The passage that was searched for beside it. */
    readonly hyde?: string;
    /** As the caller gave it, with that of the configuration. */
    readonly filter?: unknown;
    /** What was read from the query and laid over that; named in `warnings` where it was dropped. */
    readonly selfFilter?: unknown;
    /** Where the query was routed, with `retrieval.routing`. */
    readonly route?: Route;
  };
  /** The chunks that were found, best first. */
  readonly hits: readonly Hit[];
  /** What stands around the hits, for a reader or a model: best first, within `tokenBudget`. */
  readonly passages: readonly Passage[];
  /** Chunk ids that did not fit the token budget. */
  readonly omitted: readonly string[];
  /** The documents of the hits, best first. */
  readonly sources: readonly Source[];
  /** The hits by document, best first; empty unless `groupByDocument`. */
  readonly groups: readonly {
    readonly document: Document;
    readonly hits: readonly Hit[];
  }[];
  /** What it took. */
  readonly stats: {
    readonly totalMs: number;
    readonly stages: readonly StageStats[];
    readonly redaction?: RedactionSummary;
  };
  /** With `explain`: what was searched and how, in sentences, and why stages did not run. */
  readonly explanation?: {
    readonly reasons: readonly string[];
    readonly skipped: readonly {
      readonly stage: string;
      readonly reason: string;
    }[];
  };
  /** What a caller should know: stages that degraded, limits that left nothing, a filter that nothing matches. */
  readonly warnings: readonly string[];
}

export const retrieveResponseSchema = z.object({
  query: z.string(),
  success: z.boolean(),
  degraded: z.array(degradationSchema),
  queries: z.object({
    standard: z.string(),
    terms: z.array(
      z.object({
        term: z.string(),
        weight: z.number(),
        idf: z.number().optional(),
        forms: z.array(z.string()).optional(),
        isExpansion: z.literal(true).optional(),
      }),
    ),
    expansions: z.array(z.object({ words: z.string(), means: z.string() })).optional(),
    hyde: z.string().optional(),
    filter: z.unknown().optional(),
    selfFilter: z.unknown().optional(),
    route: routeSchema.optional(),
  }),
  hits: z.array(hitSchema),
  passages: z.array(passageSchema),
  omitted: z.array(z.string()),
  sources: z.array(sourceSchema),
  groups: z.array(z.object({ document: documentSchema, hits: z.array(hitSchema) })),
  stats: z.object({
    totalMs: z.number(),
    stages: z.array(stageStatsSchema),
    redaction: redactionSchema.optional(),
  }),
  explanation: z
    .object({
      reasons: z.array(z.string()),
      skipped: z.array(z.object({ stage: z.string(), reason: z.string() })),
    })
    .optional(),
  warnings: z.array(z.string()),
});

/** The exact place that a statement rests on. */
export interface Citation {
  /** The number of the marker, from 1. */
  readonly sourceId: number;
  /** The collection of the document. */
  readonly collection: string;
  /** The document that is cited. */
  readonly documentId: string;
  /** The version that is quoted, where versions are kept. */
  readonly documentVersion?: number;
  /** The chunk that the quote was found in. */
  readonly chunkId: string;
  /** Absolute path, URL, or the `uri` of the document. */
  readonly sourcePath: string;
  /** The address of the document on the web. */
  readonly url?: string;
  /** What the document is called. */
  readonly title: string;
  /** Its authors, in order. */
  readonly authors: readonly string[];
  /** When it was written, in ISO 8601. */
  readonly date?: string;
  /** Positions in the file of the pages that the quote stands on, from 1; empty without pages. */
  readonly pageNumbers: readonly number[];
  /** Printed labels of those pages, where the document has them. */
  readonly pageLabels?: readonly string[];
  /** The heading that it stands under. */
  readonly sectionHeading?: string;
  /** Where the quote begins in the text of the document. */
  readonly charStart: number;
  /** Where it ends: the unit after its last one. */
  readonly charEnd: number;
  /** Exactly `document.text.slice(charStart, charEnd)` unless `located` is `no`. */
  readonly quote: string;
  /**
   * What the quote is not to be read without. Of a row: the header row of its table; in lines of their own, rows without values
   * above it that say what it is of, as `| Current assets | | |`. Of an item: the statement that leads in to its list. Of a sentence that points back
   * (`This segment has …`): the one before it.
   */
  readonly quoteContext?: string;
  /** Caption and unit of measure of that table, as they stand over it: `Results (Dollars in millions)`. */
  readonly quoteCaption?: string;
  /** Of a row, the cell that the question asks for, where the head of one column alone says that: `Six months ended July 31, 2022`. */
  readonly cell?: CitedCell;
  /** One rectangle a line, and those of figures. */
  readonly rects: readonly Rect[];
  /** What a model says of the figure that the quote stands for; the quote is the document's. */
  readonly described?: PictureDescription;
  /** `relevanceScore` of the chunk, 0…1. */
  readonly retrievalScore: number;
  /** Whether the quote stands there: word for word; but for spaces, hyphens, signs and case; nearly; or not. Says nothing of its truth. */
  readonly located: 'exact' | 'normalised' | 'fuzzy' | 'no';
  /** 1 for exact and normalised, else the similarity found, 0…1. */
  readonly quoteSimilarity: number;
}

/** A cell of a cited row. */
export interface CitedCell {
  /** What heads its column. */
  readonly head: string;
  /** Which of the row's columns that head stands over, from 0. */
  readonly column: number;
  /** Exactly `document.text.slice(charStart, charEnd)`. */
  readonly quote: string;
  /** Where it begins in the text of the document. */
  readonly charStart: number;
  /** Where it ends: the unit after its last one. */
  readonly charEnd: number;
  /** One rectangle a line; none without pages. */
  readonly rects: readonly Rect[];
}

export const citedCellSchema = z.object({
  head: z.string(),
  column: z.number().int().min(0),
  quote: z.string(),
  charStart: z.number().int(),
  charEnd: z.number().int(),
  rects: z.array(rectSchema),
});

export const citationSchema = z.object({
  sourceId: z.number().int().min(1),
  collection: z.string(),
  documentId: z.string(),
  documentVersion: z.number().int().optional(),
  chunkId: z.string(),
  sourcePath: z.string(),
  url: z.string().optional(),
  title: z.string(),
  authors: z.array(z.string()),
  date: z.string().optional(),
  pageNumbers: z.array(z.number().int()),
  pageLabels: z.array(z.string()).optional(),
  sectionHeading: z.string().optional(),
  charStart: z.number().int(),
  charEnd: z.number().int(),
  quote: z.string(),
  quoteContext: z.string().optional(),
  quoteCaption: z.string().optional(),
  cell: citedCellSchema.optional(),
  rects: z.array(rectSchema),
  described: descriptionSchema.optional(),
  retrievalScore: z.number().min(0).max(1),
  located: z.enum(['exact', 'normalised', 'fuzzy', 'no']),
  quoteSimilarity: z.number().min(0).max(1),
});

/** A statement of an answer, and what it rests on. */
export interface Claim {
  /** What is stated, without markers. */
  readonly text: string;
  /** `sourceId`s of its citations. */
  readonly citations: readonly number[];
  /**
   * Whether the quotes bear the claim out. `yes` only where a model of entailment says so. `no`: none of its quotes was found, the
   * words of the quotes say otherwise, or the model denies it; such a claim has no citations. Else `unchecked`, as are the quotes
   * of an answer without a model: those are the source.
   */
  readonly supported: 'yes' | 'no' | 'unchecked';
  /** 0…1, that the quotes bear the claim out, by the model of entailment; absent where none was asked. */
  readonly probability?: number;
}

export const claimSchema = z.object({
  text: z.string(),
  citations: z.array(z.number().int()),
  supported: z.enum(['yes', 'no', 'unchecked']),
  probability: z.number().min(0).max(1).optional(),
});

/** An answer whose statements point at the places that support them. */
export interface CitedAnswer {
  /** The question as it was asked. */
  readonly question: string;
  /** Claims in reading order with their markers; says so plainly when the documents do not answer. */
  readonly answer: string;
  /** False when the documents do not answer the question; `citations` then holds the nearest evidence, or nothing. */
  readonly answered: boolean;
  /**
   * 0…1: how probable it is that the first citation answers the question, as `answer.certainty` reads it; absent where a
   * language model answered.
   */
  readonly certainty?: number;
  /** By the number of their marker. */
  readonly citations: readonly Citation[];
  /** The statements, in reading order. */
  readonly claims: readonly Claim[];
  /** The citations by document. */
  readonly groups: readonly {
    readonly collection: string;
    readonly documentId: string;
    readonly title: string;
    readonly sourcePath: string;
    readonly citations: readonly number[];
    readonly excerpts: readonly string[];
  }[];
  /** What was found before it was answered. */
  readonly retrieval: RetrieveResponse;
  /** `extractive`, or the language model that answered. */
  readonly model: string;
  /** What the language model took; the cost by `llm.prices`, where it has one of that model. */
  readonly usage?: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly estimatedCostUsd?: number;
  };
  /** Of the whole answer, its retrieval included. */
  readonly redaction?: RedactionSummary;
  /** Citations, by number, whose quotes give different numbers of the same thing, or of which the second changes the first; absent where none is seen. */
  readonly contradictions?: readonly {
    readonly citations: readonly number[];
    /** One of each citation, in their order: a number in `unit`, a year or a month; none where one changes the other. */
    readonly values: readonly number[];
    readonly unit?: string;
    /** What the second citation does to where the first stands: `changes clause 18.4`. */
    readonly change?: string;
  }[];
  /** What a caller should know: those of the retrieval, what degraded, what could not be checked. */
  readonly warnings: readonly string[];
}

export const citedAnswerSchema = z.object({
  question: z.string(),
  answer: z.string(),
  answered: z.boolean(),
  certainty: z.number().min(0).max(1).optional(),
  citations: z.array(citationSchema),
  claims: z.array(claimSchema),
  groups: z.array(
    z.object({
      collection: z.string(),
      documentId: z.string(),
      title: z.string(),
      sourcePath: z.string(),
      citations: z.array(z.number().int()),
      excerpts: z.array(z.string()),
    }),
  ),
  retrieval: retrieveResponseSchema,
  model: z.string(),
  usage: z
    .object({
      inputTokens: z.number(),
      outputTokens: z.number(),
      estimatedCostUsd: z.number().optional(),
    })
    .optional(),
  redaction: redactionSchema.optional(),
  contradictions: z
    .array(
      z.object({
        citations: z.array(z.number().int()),
        values: z.array(z.number()),
        unit: z.string().optional(),
        change: z.string().optional(),
      }),
    )
    .optional(),
  warnings: z.array(z.string()),
});

/** What came of the latest attempt to adapt the built-in model to a collection. */
export interface CollectionAdaptation {
  /** `kept` where the texts held out said that the model is better as it was. */
  readonly kind: 'adapted' | 'kept';
  /** The model that the attempt began with. */
  readonly baseModel: string;
  /** When that was, in ISO 8601. */
  readonly at: string;
  /** How many chunks the collection had. */
  readonly chunks: number;
  /** A hash of the documents that it had, each in its state; absent in what was stored before there was one. */
  readonly documents?: string;
  /** Pairs of texts that belong together, not learned from, and their mean loss: lower is better. */
  readonly heldOut: {
    readonly pairs: number;
    readonly before: number;
    readonly after: number;
  };
  /** Why it was kept as it was. */
  readonly reason?: string;
}

export const adaptationSchema = z.object({
  kind: z.enum(['adapted', 'kept']),
  baseModel: z.string(),
  at: z.string(),
  chunks: z.number().int(),
  documents: z.string().optional(),
  heldOut: z.object({ pairs: z.number().int(), before: z.number(), after: z.number() }),
  reason: z.string().optional(),
});

/** A set of documents that are searched together. */
export interface Collection {
  /** 1 to 200 characters. */
  readonly name: string;
  /** The model that its chunks are embedded with. */
  readonly embeddingModel: string;
  /** Numbers a vector. */
  readonly dimensions: number;
  /** The embedding model's maximum sequence length in its own tokens. */
  readonly maxTokens: number;
  /** Documents, earlier versions aside. */
  readonly documentCount: number;
  /** Chunks of those. */
  readonly chunkCount: number;
  /** When it was made, in ISO 8601. */
  readonly createdAt: string;
  /** What came of adapting the built-in model to it. */
  readonly adaptation?: CollectionAdaptation;
}

export const collectionSchema = z.object({
  name: z.string(),
  embeddingModel: z.string(),
  dimensions: z.number().int(),
  maxTokens: z.number().int(),
  documentCount: z.number().int(),
  chunkCount: z.number().int(),
  createdAt: z.string(),
  adaptation: adaptationSchema.optional(),
});

/** Which versions of documents: all of them, or the latest n of each; the present one alone is 1. */
export type VersionChoice = 'all' | number;

/** Pages of a listing: at most `limit` rows from `offset`. */
export interface PageRequest {
  /** Rows, 1 or more; all unless given. */
  readonly limit?: number;
  /** Rows to pass over; 0 unless given. */
  readonly offset?: number;
  /** The present version alone unless given. */
  readonly versions?: VersionChoice;
}
