/**
 * `pincite/schemas`: the data model, the options of a search and the lean responses as Zod schemas: ranges in all, descriptions with units in the lean ones. They stand apart
 * from the library, which is imported without Zod.
 */
export * from './types.ts';
export {
  leanAnswerSchema,
  leanCitationSchema,
  leanClaimSchema,
  leanDocumentSchema,
  leanHitSchema,
  leanSearchSchema,
} from './knowledge-base/ask/lean-schemas.ts';
export { retrieveOptionsSchema } from './knowledge-base/search/retrieve-options.ts';
