/** The lean forms of `lean.ts` as schemas, which the descriptions of the HTTP routes and of the tools of MCP are made of. */
import { z } from 'zod';
import {
  citedCellSchema,
  descriptionSchema,
  documentFormatSchema,
  metadataValueSchema,
  rectSchema,
  type Chunk,
  type Explanation,
  type RetrieveResponse,
  type Scores,
} from '../../types.ts';

const pages = z
  .array(z.int().min(1))
  .meta({ description: 'Positions in the file, from 1; empty without pages.' });
const score = z.number().min(0).max(1);
const offset = z.int().min(0);
/** A part of the whole response, in the library's own shape. */
const asItIs = <Part>() => z.record(z.string(), z.unknown()) as unknown as z.ZodType<Part, Part>;
type Explained = NonNullable<RetrieveResponse['explanation']>;
const timings = z.object({
  totalMs: z.number(),
  stages: z.array(z.object({ stage: z.string(), ms: z.number(), count: z.int() })),
});

export const leanHitSchema = z
  .object({
    id: z.string(),
    collection: z.string(),
    documentId: z.string(),
    title: z.string(),
    fileName: z.string().optional(),
    folder: z.string().optional(),
    pages,
    section: z
      .string()
      .optional()
      .meta({ description: 'The heading that the matching text stands under, unless it is the title.' }),
    score: score.meta({ description: 'Relevance, comparable across queries.' }),
    excerpt: z
      .string()
      .meta({ description: 'What of the chunk matches, on one line; … where text is left out.' }),
    described: descriptionSchema.optional().meta({
      description: 'Of a figure: what a model says that it shows, which is not in the document.',
    }),
    marks: z
      .array(z.tuple([z.int(), z.int()]))
      .optional()
      .meta({
        description: 'With include: marks. Where words of the query stand in the excerpt, half-open.',
      }),
    best: z
      .tuple([offset, offset])
      .optional()
      .meta({ description: 'With include: marks. What of the document has most of the query, half-open.' }),
    url: z.string().optional(),
    explanation: asItIs<Explanation>()
      .optional()
      .meta({ description: 'With explain: what put the hit where it stands.' }),
    chunk: asItIs<Chunk>().optional().meta({ description: 'With include: chunks.' }),
    scores: asItIs<Scores>().optional().meta({ description: 'With include: scores.' }),
  })
  .meta({ id: 'Hit' });

export const leanSearchSchema = z
  .object({
    query: z.string(),
    results: z.array(leanHitSchema),
    explanation: asItIs<Explained>()
      .optional()
      .meta({ description: 'With explain: what was searched and how.' }),
    success: z.boolean().meta({ description: 'Whether every stage did what was asked of it.' }),
    degraded: z.array(z.string()).meta({ description: 'The stages that did not; warnings say why.' }),
    warnings: z.array(z.string()),
    retrieval: asItIs<RetrieveResponse>().optional().meta({ description: 'With include: retrieval.' }),
    timings: timings.optional().meta({ description: 'With include: timings.' }),
  })
  .meta({ id: 'SearchResponse' });

export const leanCitationSchema = z
  .object({
    n: z.int().min(1).meta({ description: 'The number of its marker in the answer.' }),
    id: z.string(),
    collection: z.string(),
    documentId: z.string(),
    documentVersion: z.int().min(1).optional(),
    title: z.string(),
    fileName: z.string().optional(),
    folder: z.string().optional(),
    authors: z.array(z.string()).optional(),
    date: z.string().optional(),
    pages,
    printedPages: z
      .array(z.string())
      .optional()
      .meta({ description: 'What is printed on those pages, where it differs.' }),
    section: z.string().optional(),
    quote: z.string().meta({ description: 'Word for word from the document.' }),
    caption: z
      .string()
      .optional()
      .meta({ description: 'Caption and unit of the table that the quote stands in.' }),
    context: z.string().optional().meta({ description: 'The header row of that table.' }),
    cell: citedCellSchema
      .optional()
      .meta({ description: 'Of a row the cell that is asked for, where one head alone says that.' }),
    located: z.enum(['exact', 'normalised', 'fuzzy', 'no']),
    similarity: score.optional().meta({ description: 'Where located is fuzzy or no.' }),
    charStart: offset,
    charEnd: offset,
    rects: z.array(rectSchema).meta({ description: 'One a line: points from the top left of the page.' }),
    described: descriptionSchema.optional().meta({
      description: 'What a model says of the figure that the quote stands for, which is not in the document.',
    }),
    score,
    url: z.string().optional(),
  })
  .meta({ id: 'Citation' });

export const leanClaimSchema = z
  .object({
    text: z.string(),
    citations: z.array(z.int()).meta({ description: 'The numbers of its citations.' }),
    supported: z.enum(['yes', 'no', 'unchecked']),
    probability: score.optional(),
  })
  .meta({ id: 'Claim' });

export const leanAnswerSchema = z
  .object({
    question: z.string(),
    standalone: z
      .object({ question: z.string(), rewrittenBy: z.enum(['model', 'rule', 'nobody']) })
      .optional()
      .meta({ description: 'Of a conversation: the question as it was asked of the documents.' }),
    answered: z.boolean(),
    answer: z.string(),
    certainty: score.optional().meta({ description: 'How probable it is that the first citation answers.' }),
    citations: z.array(leanCitationSchema),
    claims: z.array(leanClaimSchema),
    nearest: z
      .array(leanCitationSchema)
      .optional()
      .meta({ description: 'Where the documents do not answer: the places nearest to the question.' }),
    contradictions: z
      .array(
        z.object({
          citations: z.array(z.int()),
          values: z.array(z.number()),
          unit: z.string().optional(),
          change: z.string().optional(),
        }),
      )
      .optional(),
    model: z.string(),
    usage: z
      .object({ inputTokens: z.number(), outputTokens: z.number(), estimatedCostUsd: z.number().optional() })
      .optional(),
    warnings: z.array(z.string()),
    retrieval: asItIs<RetrieveResponse>().optional().meta({ description: 'With include: retrieval.' }),
    timings: timings.optional().meta({ description: 'With include: timings.' }),
  })
  .meta({ id: 'Answer' });

export const leanDocumentSchema = z
  .object({
    id: z.string(),
    collection: z.string(),
    title: z.string(),
    creators: z.array(z.string()),
    date: z.string().optional(),
    fileName: z.string().optional(),
    folder: z.string().optional(),
    format: documentFormatSchema,
    language: z.string().optional(),
    type: z.string().optional(),
    tags: z.array(z.string()),
    project: z.string().optional(),
    pages: z.int().min(0),
    chunks: z.int().min(0),
    bytes: z.int().min(0),
    version: z.int().min(1),
    addedAt: z.string(),
    updatedAt: z.string(),
    metadata: z.record(z.string(), metadataValueSchema),
    url: z.string().optional(),
  })
  .meta({ id: 'Document' });
