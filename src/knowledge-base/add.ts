import { adaptAfter } from './adapt.ts';
import { addOptionsSchema, type AddOptions, type AddResponse, type CheckedOptions } from './add-options.ts';
import { describeIgnored } from './describe-ignored.ts';
import { Ingestion } from './ingestion.ts';
import { expandInputs, type DocumentInput, type ExpandedInputs } from './inputs.ts';
import { parseOptions } from './options.ts';
import { openContextWriters, reportOf } from './open-context-writer.ts';
import type { Parts } from './parts.ts';
import { Tally } from './tally.ts';

/** Adds documents, each as a whole or not at all. */
export async function addDocuments(
  parts: Parts,
  inputs: readonly (string | DocumentInput)[],
  rawOptions: AddOptions = {},
): Promise<AddResponse> {
  const options = parseOptions(addOptionsSchema, rawOptions, 'options of addDocuments');
  return addInputs(parts, await expandInputs(inputs), options);
}

/** The same with inputs and options that have been checked. */
export async function addInputs(
  parts: Parts,
  expanded: ExpandedInputs,
  options: CheckedOptions,
): Promise<AddResponse> {
  const started = performance.now();
  const stored = await parts.store.collectionSpec(options.collection);
  if (stored) await parts.embedderFor(stored); // refuses another model before any work
  const contexts = await openContextWriters(parts);
  const tally = new Tally(options.returnChunks);
  tally.warnings.push(...describeIgnored(expanded.ignored), ...expanded.warnings);
  await new Ingestion(parts, options, { tally, contexts }).run(expanded.inputs);
  const after = await adaptAfter(parts, options);
  return { ...tally.response(after, performance.now() - started), ...reportOf(contexts) };
}
