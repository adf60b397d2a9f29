import { ConfigError } from '../errors.ts';
import { docsPage } from '../util/docs-page.ts';

export interface NumberRange {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
}

/**
 * A whole number that the URL of a store gives under this name; what is usual unless given.
 * @throws ConfigError for another one than the range holds.
 */
export function numberParameter(
  given: Readonly<Partial<Record<string, string>>>,
  name: string,
  { least, most, usual }: NumberRange,
): number {
  const text = given[name] ?? String(usual);
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value >= least && value <= most) return value;
  throw new ConfigError(`${JSON.stringify(name)} in the URL of the store is not ${JSON.stringify(text)}.`, {
    hint: `Write a whole number from ${least} to ${most}, or leave it out for ${usual}; see ${docsPage('stores.md')}.`,
  });
}
