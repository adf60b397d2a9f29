import { ConfigError, type EvaluateOptions } from '../../../index.ts';
import { fusionMethods, methods, modes } from '../options/choices.ts';

export type EvaluatedConfiguration = NonNullable<EvaluateOptions['configurations']>[number];

/** Where each key of `--compare` goes: below `retrieve`, `chunking` or `embedding` of a configuration. */
const places: Readonly<Record<string, readonly [string, ...string[]]>> = {
  collection: ['retrieve', 'collection'],
  versions: ['retrieve', 'versions'],
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
  namedDocuments: ['retrieve', 'namedDocuments'],
  contextWindow: ['retrieve', 'contextWindow'],
  tokenBudget: ['retrieve', 'tokenBudget'],
  chunkMethod: ['chunking', 'method'],
  chunkSize: ['chunking', 'chunkSize'],
  overlap: ['chunking', 'overlap'],
  preset: ['chunking', 'preset'],
  breakpoints: ['chunking', 'breakpoints'],
  adapt: ['embedding', 'adapt'],
};

export const compareKeys = Object.keys(places);

/** Values that are easily taken for a configuration of that name, by their keys. */
const choices = { mode: modes, fusion: fusionMethods, chunkMethod: methods };

/**
 * Reads all that is to be compared.
 * @param runs run files of other systems, which a configuration may be compared with too.
 * @throws ConfigError as `parseCompare`, and where names alone, all of which are what is in force, are compared with nothing else.
 */
export function parseCompares(
  texts: readonly string[],
  runs: readonly string[] = [],
): EvaluatedConfiguration[] {
  const given = texts.map(parseCompare);
  const names = given.filter((one) => Object.keys(one).length === 1).map(({ name }) => name);
  const others = given.length - names.length + runs.length;
  if (names.length > 1 || (names.length === 1 && others === 0)) {
    const [name] = names.slice(-1);
    throw new ConfigError(`--compare ${name} names what is in force, and nothing that differs from it`, {
      hint: `Say what differs, as in --compare ${name}:mode=keyword; the keys are ${compareKeys.join(', ')}.`,
    });
  }
  return given;
}

/**
 * Reads `name:key=value,key=value`; without a name the settings are the name. A name alone is the configuration in force.
 * @throws ConfigError for an unknown key, a pair that is none, several names, or a name that says another setting than is made.
 */
export function parseCompare(text: string): EvaluatedConfiguration {
  const [, name = '', list = ''] = /^(?:([^=:]*):)?(.*)$/s.exec(text) ?? [];
  if (name === '' && !list.includes('=')) return parseName(list);
  const configuration = { name: name || list };
  const pairs = list.split(',').filter(Boolean);
  if (pairs.length === 0)
    throw unknownSetting(text, `Write ${name}:key=value, or ${name} for what is in force.`);
  for (const pair of pairs) setPair(configuration, pair);
  if (name.includes(',')) throw unknownSetting(text, 'Write --compare once for each configuration.');
  const key = keyOfChoice(name);
  if (key !== undefined && !pairs.includes(`${key}=${name}`))
    throw unknownSetting(
      text,
      `Its name says ${key}=${name}: write ${name}:${key}=${name},${list}, or another name.`,
    );
  return configuration;
}

/** `mode` for `keyword`. */
const keyOfChoice = (name: string) =>
  Object.entries(choices).find(([, values]) => (values as readonly string[]).includes(name))?.[0];

function parseName(name: string): EvaluatedConfiguration {
  if (name.includes(',')) {
    const flags = name
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part) => {
        const key = keyOfChoice(part);
        return `--compare ${key === undefined ? part : `${part}:${key}=${part}`}`;
      });
    throw unknownSetting(name, `Write ${flags.join(' ')}.`);
  }
  const key = keyOfChoice(name);
  if (key !== undefined) throw unknownSetting(name, `Write ${name}:${key}=${name}.`);
  if (Object.hasOwn(places, name)) throw unknownSetting(name, `Write name:${name}=value.`);
  if (name === '') throw unknownSetting(name);
  return { name };
}

function setPair(configuration: object, pair: string): void {
  const [key = '', value] = pair.split('=', 2).map((part) => part.trim());
  const path = Object.hasOwn(places, key) ? places[key] : undefined;
  if (path === undefined || value === undefined || value === '') {
    throw unknownSetting(pair);
  }
  let inner = configuration as Record<string, unknown>;
  for (const part of path.slice(0, -1)) inner = (inner[part] ??= {}) as Record<string, unknown>;
  inner[path.at(-1)!] = typed(value);
}

const unknownSetting = (
  setting: string,
  hint = `Write name:key=value,key=value with keys ${compareKeys.join(', ')}.`,
) => new ConfigError(`--compare does not know "${setting}"`, { hint });

const typed = (value: string): unknown =>
  /^(true|false|-?\d+(\.\d+)?)$/.test(value) ? (JSON.parse(value) as unknown) : value;
