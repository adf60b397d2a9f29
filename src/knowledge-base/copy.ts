import { z } from 'zod';
import { CollectionNotFoundError } from '../errors.ts';
import type { CollectionSpec, Store } from '../store/store.ts';
import { collectionNameSchema, parseOptions, signalSchema } from './options.ts';
import type { Parts } from './parts.ts';
import { Receiver, type TransferProgress, type TransferResult } from './receive.ts';
import { withOriginal } from './with-original.ts';

export const transferProgressSchema = z
  .custom<(progress: TransferProgress) => void>((value) => typeof value === 'function')
  .optional();

const copyOptionsSchema = z.strictObject({
  /** All unless given. */
  collections: z.array(collectionNameSchema).optional(),
  signal: signalSchema,
  onProgress: transferProgressSchema,
});
export type CopyOptions = z.input<typeof copyOptionsSchema>;

/** Copies collections with their vectors, models and originals: nothing is embedded. */
export async function copyCollections(
  { store: source }: Pick<Parts, 'store'>,
  { store: target }: Pick<Parts, 'store'>,
  rawOptions: CopyOptions = {},
): Promise<TransferResult> {
  const { collections, signal, onProgress } = parseOptions(
    copyOptionsSchema,
    rawOptions,
    'options of copyTo',
  );
  const receiver = new Receiver(target, { signal, onProgress });
  for (const spec of await wholeSpecs(source, collections)) {
    await receiver.open(spec);
    for await (const record of source.export(spec.name, { signal })) {
      await receiver.take(spec.name, await withOriginal(source, spec.name, record), spec.dimensions);
    }
  }
  return receiver.result();
}

/**
 * The named collections, or all, with the models that belong to them alone.
 * @throws CollectionNotFoundError before anything is done.
 */
export async function wholeSpecs(store: Store, names?: readonly string[]): Promise<CollectionSpec[]> {
  const existing = (await store.collections()).map(({ name }) => name);
  const specs: CollectionSpec[] = [];
  for (const name of names ?? existing) {
    const spec = await store.collectionSpec(name);
    if (spec === undefined) throw new CollectionNotFoundError(name, existing);
    specs.push({ ...spec, table: await store.collectionModel(name) });
  }
  return specs;
}
