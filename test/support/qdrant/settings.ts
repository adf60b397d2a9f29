/** The settings of a collection. Only vectors change what this server does; the others are kept and told. */
import { wrongInput } from './error.ts';
import type { Body } from './types.ts';

export type Settings = Body<'CreateCollection'>;
type Changes = Body<'UpdateCollection'>;
type VectorParams = Body<'VectorParams'>;

export type DenseConfig = Pick<VectorParams, 'size' | 'distance' | 'multivector_config' | 'datatype'>;
export type SparseConfig = Body<'SparseVectorParams'>;
export type VectorConfig = { readonly dense: DenseConfig } | { readonly sparse: SparseConfig };

/** By name; vectors without one have the empty name. */
export function denseVectors({ vectors }: Settings): Record<string, VectorParams> {
  if (!vectors) return {};
  return isUnnamed(vectors) ? { '': vectors } : (vectors as Record<string, VectorParams>);
}

const isUnnamed = (vectors: Body<'VectorsConfig'>): vectors is VectorParams =>
  typeof vectors.size === 'number';

export function withVectors(settings: Settings, name: string, config: VectorConfig): Settings {
  if ('dense' in config) return { ...settings, vectors: { ...denseVectors(settings), [name]: config.dense } };
  return { ...settings, sparse_vectors: { ...settings.sparse_vectors, [name]: config.sparse } };
}

export function withoutVectors(settings: Settings, name: string): Settings {
  const { [name]: _dense, ...vectors } = denseVectors(settings);
  const { [name]: _sparse, ...sparse } = settings.sparse_vectors ?? {};
  return { ...settings, vectors, sparse_vectors: sparse };
}

/** @throws QdrantError when there are no vectors of a name */
export function mergeSettings(settings: Settings, changes: Changes): Settings {
  const { vectors, params, sparse_vectors: sparse, quantization_config: quantization, ...others } = changes;
  const merged = mergeEach(settings, { ...params, ...others }) as Settings;
  return {
    ...merged,
    vectors: vectors ? mergeVectors(settings, vectors) : settings.vectors,
    sparse_vectors: mergeEach(settings.sparse_vectors ?? {}, sparse ?? {}) as Settings['sparse_vectors'],
    quantization_config: (quantization ?? settings.quantization_config) as Settings['quantization_config'],
  };
}

function mergeVectors(settings: Settings, changes: Readonly<Record<string, unknown>>): Settings['vectors'] {
  const named = denseVectors(settings);
  const missing = Object.keys(changes).find((name) => !Object.hasOwn(named, name));
  if (missing !== undefined) throw wrongInput(`Not existing vector name error: ${missing}`);
  const merged = mergeEach(named, changes) as Record<string, VectorParams>;
  return isUnnamed(settings.vectors!) ? merged['']! : merged;
}

/** Each setting that is an object gets what is new of it; null changes nothing. */
function mergeEach(settings: object, changes: object): object {
  const before = settings as Readonly<Record<string, unknown>>;
  const changed = Object.entries(changes).filter(([, value]) => value !== null);
  const after = changed.map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'object' ? { ...(before[name] as object | undefined), ...(value as object) } : value,
  ]);
  return { ...before, ...Object.fromEntries(after) };
}
