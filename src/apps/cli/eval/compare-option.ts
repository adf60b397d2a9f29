import { ConfigError, type EvaluateOptions } from '../../../index.ts';

export type EvaluatedConfiguration = NonNullable<EvaluateOptions['configurations']>[number];

/** Where each key of `--compare` goes: below `retrieve`, `chunking` or `embedding` of a configuration. */
const places: Readonly<Record<string, readonly [string, ...string[]]>> = {
  mode: ['retrieve', 'mode'],
  rerank: ['retrieve', 'rerank'],
  deduplicate: ['retrieve', 'deduplicate'],
  mmr: ['retrieve', 'mmr'],
  maxChunksPerDocument: ['retrieve', 'maxChunksPerDocument'],
  scoreThreshold: ['retrieve', 'scoreThreshold'],
  sections: ['retrieve', 'sections'],
  recency: ['retrieve', 'recency'],
  route: ['retrieve', 'route'],
  rewrite: ['retrieve', 'rewrite'],
  hyde: ['retrieve', 'hyde'],
  selfQuery: ['retrieve', 'selfQuery'],
  fusion: ['retrieve', 'fusion', 'method'],
  vectorWeight: ['retrieve', 'fusion', 'vectorWeight'],
  rrfK: ['retrieve', 'fusion', 'k'],
  feedback: ['retrieve', 'feedback'],
  expandAcronyms: ['retrieve', 'expandAcronyms'],
  chunkMethod: ['chunking', 'method'],
  chunkSize: ['chunking', 'chunkSize'],
  overlap: ['chunking', 'overlap'],
  preset: ['chunking', 'preset'],
  summaries: ['chunking', 'summaries', 'method'],
  segmentation: ['chunking', 'semantic', 'segmentation'],
  adapt: ['embedding', 'adapt'],
};

export const compareKeys = Object.keys(places);

/**
 * Reads `name:key=value,key=value`; without a name the settings are the name. A name alone is the configuration in force.
 * @throws ConfigError for an unknown key or a pair that is none.
 */
export function parseCompare(text: string): EvaluatedConfiguration {
  const [, name = '', list = ''] = /^(?:([^=]*?):)?(.*)$/s.exec(text) ?? [];
  if (name === '' && !list.includes('=')) return { name: list };
  const configuration = { name: name || list };
  for (const pair of list.split(',').filter(Boolean)) setPair(configuration, pair);
  return configuration;
}

function setPair(configuration: object, pair: string): void {
  const [key = '', value] = pair.split('=', 2).map((part) => part.trim());
  const path = Object.hasOwn(places, key) ? places[key] : undefined;
  if (path === undefined || value === undefined || value === '') {
    throw new ConfigError(`--compare does not know "${pair}"`, {
      hint: `Write name:key=value,key=value with keys ${compareKeys.join(', ')}.`,
    });
  }
  let inner = configuration as Record<string, unknown>;
  for (const part of path.slice(0, -1)) inner = (inner[part] ??= {}) as Record<string, unknown>;
  inner[path.at(-1)!] = typed(value);
}

const typed = (value: string): unknown =>
  /^(true|false|-?\d+(\.\d+)?)$/.test(value) ? (JSON.parse(value) as unknown) : value;
