/**
 * The nouns of Pincite. Zod schemas are the source, types are inferred from them, so what is validated and
 * what is typed cannot drift apart. Offsets are UTF-16 code units into `document.text`, ranges are
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

export const metadataValueSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
/** The user's own fields on a document or chunk: flat, no schema forced on them. */
export const metadataSchema = recordOf(metadataValueSchema);
export type MetadataValue = z.infer<typeof metadataValueSchema>;
export type Metadata = z.infer<typeof metadataSchema>;

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
export const documentFormatSchema = z.enum(documentFormats);
export type DocumentFormat = z.infer<typeof documentFormatSchema>;

/** A rectangle on a page: PDF points, origin top left, `x0 <= x1`, `y0 <= y1`. */
export const rectSchema = z.object({
  page: z.number().int().min(1),
  x0: z.number(),
  y0: z.number(),
  x1: z.number(),
  y1: z.number(),
  /** 0…1, only where the text comes from OCR. */
  confidence: z.number().min(0).max(1).optional(),
});
export type Rect = z.infer<typeof rectSchema>;

/** What a document says about itself (Dublin Core and a little more). Dates are ISO 8601. */
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
export type Bibliography = z.infer<typeof bibliographySchema>;

export const documentSchema = bibliographySchema.extend({
  documentId: z.string().min(1),
  collection: z.string().min(1),
  /** Absolute path, URL, or the `uri` given with text and bytes. */
  sourcePath: z.string(),
  /** SHA-256 of the source's bytes, 64 hex digits. */
  sourceHash: z.string().regex(/^[0-9a-f]{64}$/),
  /**
   * SHA-256 of the settings by which it was read and cut, 64 hex digits: adding the same bytes by others replaces it.
   * Absent for a document that was stored before settings were noted.
   */
  settingsHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  format: documentFormatSchema,
  /** The user's own kind of document: deliverable, note, … */
  type: z.string().optional(),
  /** ISO 639-1, detected; absent when the text is too short to tell. */
  language: z.string().optional(),
  chunkCount: z.number().int().min(0),
  totalChars: z.number().int().min(0),
  totalTokens: z.number().int().min(0),
  /** Size of the source in bytes. */
  bytes: z.number().int().min(0),
  pageCount: z.number().int().min(0),
  embeddingModel: z.string(),
  /** ISO 8601 instants. */
  ingestedAt: z.string(),
  updatedAt: z.string(),
  /** Counts the stored states of this document from 1. */
  version: z.number().int().min(1),
  /** ISO 8601; when a newer version took its place. Absent for the present version. */
  supersededAt: z.string().optional(),
  tags: z.array(z.string()),
  project: z.string().optional(),
  metadata: metadataSchema,
});
export type Document = z.infer<typeof documentSchema>;

export const chunkKindSchema = z.enum(['text', 'table', 'code', 'list', 'heading', 'figure']);
export type ChunkKind = z.infer<typeof chunkKindSchema>;

/** What `level` says of a chunk; a chunk of a lower number may be the parent of others. */
export const levels = { document: 0, chapter: 1, section: 2, passage: 3, sentence: 4 } as const;

/** What a model says that a figure shows: not the document's words, and never part of its text. */
export const descriptionSchema = z.object({
  text: z.string(),
  /** The model, as `provider:model`. */
  by: z.string(),
});
export type PictureDescription = z.infer<typeof descriptionSchema>;

export const chunkSchema = z.object({
  /** `<documentId>#<sequence, at least 4 digits>`, or `<documentId>#v<version>#<sequence>` where versions are kept. */
  chunkId: z.string(),
  documentId: z.string(),
  /** The version of the document that it is of, where versions are kept. */
  documentVersion: z.number().int().min(1).optional(),
  sequence: z.number().int().min(0),
  charStart: z.number().int().min(0),
  charEnd: z.number().int().min(0),
  /** Exactly `document.text.slice(charStart, charEnd)`. */
  content: z.string(),
  /** SHA-256 of `content`, 64 hex digits. */
  contentHash: z.string(),
  /** Sorted, without gaps. Empty for documents without pages. */
  pageNumbers: z.array(z.number().int().min(1)),
  /** Of the section that the chunk begins in; a chunk may hold several. */
  sectionHeading: z.string().optional(),
  /** All of them, in order, with where each begins in the chunk; absent of a chunk of one section. */
  sections: z.array(z.object({ heading: z.string(), charStart: z.number().int().min(0) })).optional(),
  /** Headings that all of the chunk stands under, outermost first. */
  headingPath: z.array(z.string()),
  kind: chunkKindSchema,
  tokenCount: z.number().int().min(0),
  charCount: z.number().int().min(0),
  /** Characters shared with the chunk before, and with the one after. */
  overlapPrevChars: z.number().int().min(0),
  overlapNextChars: z.number().int().min(0),
  /** The part that belongs to this chunk alone: unique spans of one level do not overlap. */
  uniqueStart: z.number().int().min(0),
  uniqueEnd: z.number().int().min(0),
  prevChunkId: z.string().optional(),
  nextChunkId: z.string().optional(),
  parentChunkId: z.string().optional(),
  /** One of `levels`. */
  level: z.number().int().min(0).max(4),
  /** Heading path joined by ` > `. */
  hierarchyPath: z.string(),
  chunkingMethod: z.string(),
  embeddingModel: z.string(),
  embeddedAt: z.string(),
  totalChunks: z.number().int().min(1),
  rects: z.array(rectSchema),
  /** Of a figure, where a model was asked for it (`chunking.describeFigures`). */
  described: descriptionSchema.optional(),
  /** The document's metadata with the chunk's own laid over it. */
  metadata: metadataSchema,
});
export type Chunk = z.infer<typeof chunkSchema>;

/** A word (or one CJK character) of the text and where it stands on its page. */
export interface LayoutRun {
  readonly charStart: number;
  readonly charEnd: number;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  /** 0…1, only where the word was read by OCR. */
  readonly confidence?: number;
}

export interface Page {
  /** Position in the file, from 1. */
  readonly number: number;
  /** The label printed or declared for the page ("iv", "A-3") where it differs from `number`. */
  readonly label?: string;
  /** Points, as displayed. */
  readonly width: number;
  readonly height: number;
  readonly charStart: number;
  readonly charEnd: number;
  /** Ordered by `charStart`, not overlapping; empty for formats without geometry. */
  readonly layout: readonly LayoutRun[];
}

export interface Section {
  readonly heading: string;
  /** 1 (top) … 6. */
  readonly level: number;
  /** From the first character of the heading to the end of the section with its subsections. */
  readonly charStart: number;
  readonly charEnd: number;
  /** HTML id or generated slug, for deep links. */
  readonly anchor?: string;
}

/** A paragraph-sized piece of the text. Blocks are ordered and do not overlap; between them is white space only. */
export interface Block {
  readonly kind: ChunkKind;
  readonly charStart: number;
  readonly charEnd: number;
}

/** A cell of a table; empty ones are left out. */
export interface TableCell {
  /** From 0, the top and left of what it covers. */
  readonly row: number;
  readonly column: number;
  /** Rows and columns that it covers, from 1. */
  readonly rowSpan: number;
  readonly columnSpan: number;
  /** Its text in the document's. */
  readonly charStart: number;
  readonly charEnd: number;
  /** Around its text, where the format has pages. */
  readonly rect?: Rect;
}

/** A table, which stands in the text as Markdown. One that goes on over pages is one table. */
export interface Table {
  /** Of its Markdown in the document's text. */
  readonly charStart: number;
  readonly charEnd: number;
  readonly rowCount: number;
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
  readonly charStart: number;
  readonly charEnd: number;
  /** As it stands in the document; `#page=3` within a PDF. Never followed. */
  readonly url: string;
}

/** A figure, a photograph, a logo: what a page shows that is no text. */
export interface Picture {
  /** What stands for it in the text: its caption, its alternative text; empty, at the place where it stands, where nothing does. */
  readonly charStart: number;
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
  readonly blocks: readonly Block[];
  readonly tables: readonly Table[];
  readonly links: readonly Link[];
  readonly pictures: readonly Picture[];
}

/** What every loader gives, whatever the format. */
export interface LoadedDocument {
  /** The canonical reading text that all offsets refer to. */
  readonly text: string;
  readonly format: DocumentFormat;
  readonly pages: readonly Page[];
  readonly sections: readonly Section[];
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
  readonly language?: string;
  readonly warnings: readonly string[];
}

export const scoreSchema = z.object({
  /** 0…1, comparable across queries. */
  relevanceScore: z.number().min(0).max(1),
  /** Cosine, −1…1; absent where vectors were not searched, and with `rrf` where that search did not find the chunk. */
  vectorScore: z.number().optional(),
  /** BM25, above 0; absent where keywords were not searched or the chunk has none, with `rrf` also where others were better. */
  keywordScore: z.number().optional(),
  /** 0…1 within one response; what the order rests on where there is no `rerankScore`. */
  fusedScore: z.number(),
  /** Of the reranker, 0…1; absent without one, and for hits that it left unscored, which rank behind the others. */
  rerankScore: z.number().min(0).max(1).optional(),
  /** What that is multiplied by for age and type of the document, and where the query names it, ≥ 0; absent where none counts. */
  boost: z.number().min(0).optional(),
  /** From 1. */
  rank: z.number().int().min(1),
});

/** What one search said of a hit, and what that counts in the fused score. */
const searchShareSchema = z.object({
  /** From 1 in the list of the search; absent where the hit is not in it, and was scored for another list's sake. */
  place: z.number().int().min(1).optional(),
  score: z.number(),
  /** The score on the scale of its list: 0…1 by `minmax`, in deviations by `zscore`, 1 / (k + place) by `rrf`. */
  share: z.number(),
  /** What `share` is multiplied by in the fused score. */
  weight: z.number(),
});

/** What put a hit where it stands: numbers, and sentences for a person. */
export const explanationSchema = z.object({
  /** Absent where vectors were not searched or do not know the chunk; the same for `hyde` and `keyword`. */
  vector: searchShareSchema.optional(),
  /** Of the search for a hypothetical passage; `score` is the cosine with that. */
  hyde: searchShareSchema.optional(),
  keyword: searchShareSchema
    .extend({
      /** Parts of the score, the largest first: of words of the query, or its beginnings of words. */
      words: z.array(z.object({ word: z.string(), score: z.number() })),
      /** Part of the score for phrases of the query that the chunk has. */
      phraseScore: z.number(),
    })
    .optional(),
  /** Where the hit stood after each stage that orders, from 1. */
  places: z.array(z.object({ stage: z.string(), place: z.number().int().min(1) })),
  /** The factors of `boost`. */
  boosts: z
    .object({ recency: z.number(), type: z.number(), importance: z.number(), named: z.number() })
    .optional(),
  /** With `mmr`: the hit before it that it is most like, and their cosine. */
  nearest: z.object({ chunkId: z.string(), cosine: z.number() }).optional(),
  reasons: z.array(z.string()),
});
export type Explanation = z.infer<typeof explanationSchema>;

export const hitSchema = scoreSchema.extend({
  collection: z.string(),
  chunk: chunkSchema,
  /** Other places where the same text stands, left out as duplicates. */
  duplicates: z.array(z.object({ collection: z.string(), documentId: z.string(), chunkId: z.string() })),
  /** With `explain`. */
  explanation: explanationSchema.optional(),
});
export type Hit = z.infer<typeof hitSchema>;

/** Consecutive text around one or more hits of a document, merged without repeated text. */
export const passageSchema = z.object({
  collection: z.string(),
  documentId: z.string(),
  documentVersion: z.number().int().optional(),
  chunkIds: z.array(z.string()),
  /** Where each of those chunks stands in the document, by where it starts. */
  chunks: z.array(z.object({ chunkId: z.string(), charStart: z.number().int(), charEnd: z.number().int() })),
  charStart: z.number().int(),
  charEnd: z.number().int(),
  text: z.string(),
  tokenCount: z.number().int(),
  /** Best rank among its hits. */
  rank: z.number().int(),
  relevanceScore: z.number(),
});
export type Passage = z.infer<typeof passageSchema>;

export const sourceSchema = z.object({
  document: documentSchema,
  chunkCount: z.number().int(),
  averageRelevance: z.number(),
  bestScore: z.number(),
});
export type Source = z.infer<typeof sourceSchema>;

export const stageStatsSchema = z.object({
  stage: z.string(),
  ms: z.number(),
  /** Items that left the stage. */
  count: z.number().int(),
});
export type StageStats = z.infer<typeof stageStatsSchema>;

/** A stage that was left out, or gave less than was asked of it, and why. */
export const degradationSchema = z.object({ stage: z.string(), reason: z.string() });
export type Degradation = z.infer<typeof degradationSchema>;

/** Which collections were searched where the caller named none, and why. */
export const routeSchema = z.object({
  collections: z.array(z.string()),
  by: z.enum(['rule', 'model', 'default']),
  reason: z.string(),
});
export type Route = z.infer<typeof routeSchema>;

/** What `redact` did to texts before they left the machine, where that is configured: how many were changed, how many not sent. */
const redactionSchema = z.object({ changed: z.int().min(0), refused: z.int().min(0) });

export const retrieveResponseSchema = z.object({
  query: z.string(),
  /** Whether every stage did what was asked of it; hits come where one search at least did. */
  success: z.boolean(),
  /** The stages that did not, in sentences among `warnings` too. */
  degraded: z.array(degradationSchema),
  queries: z.object({
    /** The query as it was searched. */
    standard: z.string(),
    /** Its keyword terms with their weight and inverse document frequency; empty when no keyword search ran. */
    terms: z.array(
      z.object({
        term: z.string(),
        weight: z.number(),
        /** Absent for a tenant who shares collections: others' documents decide it too. */
        idf: z.number().optional(),
        /** Only what was searched for beside the query has it. */
        isExpansion: z.literal(true).optional(),
      }),
    ),
    /** Acronyms of the query, or words of it, and what the documents say that they stand for; searched for too. */
    expansions: z.array(z.object({ words: z.string(), means: z.string() })).optional(),
    /** The passage that was searched for beside it. */
    hyde: z.string().optional(),
    /** As the caller gave it, with that of the configuration. */
    filter: z.unknown().optional(),
    /** What was read from the query and laid over that; named in `warnings` where it was dropped. */
    selfFilter: z.unknown().optional(),
    /** Where the query was routed, with `retrieval.routing`. */
    route: routeSchema.optional(),
  }),
  hits: z.array(hitSchema),
  passages: z.array(passageSchema),
  /** Chunk ids that did not fit the token budget. */
  omitted: z.array(z.string()),
  sources: z.array(sourceSchema),
  groups: z.array(z.object({ document: documentSchema, hits: z.array(hitSchema) })),
  stats: z.object({
    totalMs: z.number(),
    stages: z.array(stageStatsSchema),
    redaction: redactionSchema.optional(),
  }),
  /** With `explain`: what was searched and how, in sentences, and why stages did not run. */
  explanation: z
    .object({
      reasons: z.array(z.string()),
      skipped: z.array(z.object({ stage: z.string(), reason: z.string() })),
    })
    .optional(),
  /** What a caller should know: stages that degraded, limits that left nothing, fields that no document has. */
  warnings: z.array(z.string()),
});
export type RetrieveResponse = z.infer<typeof retrieveResponseSchema>;

export const citationSchema = z.object({
  /** The number of the marker, from 1. */
  sourceId: z.number().int().min(1),
  collection: z.string(),
  documentId: z.string(),
  /** The version that is quoted, where versions are kept. */
  documentVersion: z.number().int().optional(),
  chunkId: z.string(),
  sourcePath: z.string(),
  url: z.string().optional(),
  title: z.string(),
  authors: z.array(z.string()),
  date: z.string().optional(),
  pageNumbers: z.array(z.number().int()),
  /** Printed labels of those pages, where the document has them. */
  pageLabels: z.array(z.string()).optional(),
  sectionHeading: z.string().optional(),
  charStart: z.number().int(),
  charEnd: z.number().int(),
  /** Exactly `document.text.slice(charStart, charEnd)` unless `located` is `no`. */
  quote: z.string(),
  /** What the quote is not to be read without: the header row of the table that it stands in. */
  quoteContext: z.string().optional(),
  /** Caption and unit of measure of that table, as they stand over it: `Results (Dollars in millions)`. */
  quoteCaption: z.string().optional(),
  /** One rectangle a line, and those of figures. */
  rects: z.array(rectSchema),
  /** What a model says of the figure that the quote stands for; the quote is the document's. */
  described: descriptionSchema.optional(),
  retrievalScore: z.number().min(0).max(1),
  /** Whether the quote stands there: word for word; but for spaces, hyphens, signs and case; nearly; or not. Says nothing of its truth. */
  located: z.enum(['exact', 'normalised', 'fuzzy', 'no']),
  /** 1 for exact and normalised, else the similarity found, 0…1. */
  quoteSimilarity: z.number().min(0).max(1),
});
export type Citation = z.infer<typeof citationSchema>;

export const claimSchema = z.object({
  text: z.string(),
  /** `sourceId`s of its citations. */
  citations: z.array(z.number().int()),
  /**
   * Whether the quotes bear the claim out. `yes` only where a model of entailment says so. `no`: none of its quotes was found, the
   * words of the quotes say otherwise, or the model denies it; such a claim has no citations. Else `unchecked`, as are the quotes
   * of an answer without a model: those are the source.
   */
  supported: z.enum(['yes', 'no', 'unchecked']),
  /** 0…1, that the quotes bear the claim out, by the model of entailment; absent where none was asked. */
  probability: z.number().min(0).max(1).optional(),
});
export type Claim = z.infer<typeof claimSchema>;

export const citedAnswerSchema = z.object({
  question: z.string(),
  /** Claims in reading order with their markers; says so plainly when the documents do not answer. */
  answer: z.string(),
  /** False when the documents do not answer the question; `citations` then holds the nearest evidence, or nothing. */
  answered: z.boolean(),
  /**
   * 0…1: how probable it is that the first citation answers the question, as `answer.certainty` reads it; absent where a
   * language model answered.
   */
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
  /** What the language model took; the cost by `answer.price`, where that is set. */
  usage: z
    .object({
      inputTokens: z.number(),
      outputTokens: z.number(),
      estimatedCostUsd: z.number().optional(),
    })
    .optional(),
  /** Of the whole answer, its retrieval included. */
  redaction: redactionSchema.optional(),
  /** Citations, by number, whose quotes give different numbers of the same thing; absent where none is seen. */
  contradictions: z
    .array(
      z.object({
        citations: z.array(z.number().int()),
        /** One of each citation, in their order: a number in `unit`, a year or a month. */
        values: z.array(z.number()),
        unit: z.string().optional(),
      }),
    )
    .optional(),
  warnings: z.array(z.string()),
});
export type CitedAnswer = z.infer<typeof citedAnswerSchema>;

/** What came of the latest attempt to adapt the built-in model to a collection. */
export const adaptationSchema = z.object({
  /** `kept` where the texts held out said that the model is better as it was. */
  kind: z.enum(['adapted', 'kept']),
  /** The model that the attempt began with. */
  baseModel: z.string(),
  at: z.string(),
  /** How many chunks the collection had. */
  chunks: z.number().int(),
  /** A hash of the documents that it had, each in its state; absent in what was stored before there was one. */
  documents: z.string().optional(),
  /** Pairs of texts that belong together, not learned from, and their mean loss: lower is better. */
  heldOut: z.object({ pairs: z.number().int(), before: z.number(), after: z.number() }),
  reason: z.string().optional(),
});
export type CollectionAdaptation = z.infer<typeof adaptationSchema>;

export const collectionSchema = z.object({
  name: z.string(),
  embeddingModel: z.string(),
  dimensions: z.number().int(),
  /** The embedding model's maximum sequence length in its own tokens. */
  maxTokens: z.number().int(),
  documentCount: z.number().int(),
  chunkCount: z.number().int(),
  createdAt: z.string(),
  adaptation: adaptationSchema.optional(),
});
export type Collection = z.infer<typeof collectionSchema>;

/** Which versions of documents: all of them, or the latest n of each; the present one alone is 1. */
export type VersionChoice = 'all' | number;

/** Pages of a listing: at most `limit` rows from `offset`. */
export interface PageRequest {
  readonly limit?: number;
  readonly offset?: number;
  /** The present version alone unless given. */
  readonly versions?: VersionChoice;
}
