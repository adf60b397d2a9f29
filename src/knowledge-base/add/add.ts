/**
 * Adding documents. `inputs.ts` checks what a call gives, `open-inputs.ts` finds files, pages and folders, `ingestion.ts` takes each through
 * locate → prepare → write, some at a time, `write-groups.ts` stores several together, and `tally.ts` counts.
 */
import { beginAdapting } from '../adapt/adapt.ts';
import {
  addOptionsSchema,
  type Added,
  type AddOptions,
  type AddResponse,
  type CheckedOptions,
} from './add-options.ts';
import { describeIgnored, expandInputs, type DocumentInput, type ExpandedInputs } from './inputs.ts';
import { Ingestion } from './ingestion.ts';
import { parseOptions } from '../parts/options.ts';
import { openContextWriters, reportOf } from '../written-by-model/open-context-writer.ts';
import type { Parts } from '../parts/parts.ts';
import { describeSameContent, type Inserted } from './same-content.ts';
import { Tally } from './tally.ts';

/** Adds documents, each as a whole or not at all; then the model learns from them, behind the call. */
export async function addDocuments(
  parts: Parts,
  inputs: readonly (string | DocumentInput)[],
  rawOptions: AddOptions = {},
): Promise<AddResponse> {
  const options = parseOptions(addOptionsSchema, rawOptions, 'options of addDocuments');
  const inserted: Inserted[] = [];
  const added = await addInputs(parts, await expandInputs(inputs), { ...options, inserted });
  const notes = await describeSameContent(parts, options.collection, inserted);
  return {
    ...added,
    warnings: [...added.warnings, ...notes],
    adapting: await beginAdapting(parts, options.collection),
  };
}

/**
 * Adds them alone, inputs and options being checked.
 * @param options `inserted` is given the new documents.
 */
export async function addInputs(
  parts: Parts,
  expanded: ExpandedInputs,
  { inserted, ...options }: CheckedOptions & { readonly inserted?: Inserted[] },
): Promise<Added> {
  const started = performance.now();
  const stored = await parts.store.collectionSpec(options.collection);
  if (stored) await parts.embedderFor(stored); // refuses another model before any work
  const contexts = await openContextWriters(parts);
  const tally = new Tally(options.returnChunks, inserted);
  tally.warnings.push(...describeIgnored(expanded.ignored), ...expanded.warnings);
  await new Ingestion(parts, options, { tally, contexts }).run(expanded.inputs);
  return { ...tally.response(performance.now() - started), ...reportOf(contexts) };
}
