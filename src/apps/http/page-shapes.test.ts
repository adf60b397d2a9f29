import { expectTypeOf, it } from 'vitest';
import type * as page from '../../../web/shapes.ts';
import type { ChunkList, DocumentOutline, FormattedCitation } from './routes/documents.ts';
import type { EvaluationRun } from './routes/eval.ts';
import type { LeanJob } from './routes/jobs.ts';

it('has what the page takes it to have', () => {
  expectTypeOf<DocumentOutline>().toExtend<page.Outline>();
  expectTypeOf<FormattedCitation>().toExtend<page.FormattedCitation>();
  expectTypeOf<ChunkList>().toExtend<page.ChunkList>();
  expectTypeOf<LeanJob>().toExtend<page.Job>();
  expectTypeOf<EvaluationRun>().toExtend<page.EvaluationRun>();
});
