/** The public names. Everything else is reached through `KnowledgeBase`. */
export { openKnowledgeBase, type FullDocument, type KnowledgeBase } from './knowledge-base.ts';
export type { AddOptions, AddProgress, AddResponse } from './knowledge-base/add.ts';
export type { EvaluateOptions } from './knowledge-base/evaluate.ts';
export type { DocumentInput } from './knowledge-base/inputs.ts';
export type { RetrieveOptions } from './knowledge-base/query.ts';
export type { UpdateRequest, UpdateResponse } from './knowledge-base/update.ts';
export { loadConfig, type Config, type ConfigInput } from './config.ts';
export * from './errors.ts';
export type { Chunk, Citation, CitedAnswer, Document, Hit, Metadata, RetrieveResponse } from './types.ts';
