import { ConfigError } from '../errors.ts';
import { docsPage } from '../util/strings/docs-page.ts';

interface NumberRange {
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

/**
 * Of a URL that is a scheme and a folder: what looks like parameters would become a part of the folder's name.
 * @throws ConfigError
 */
export function refuseParameters(url: string): void {
  const start = url.indexOf('?');
  if (start === -1) return;
  throw new ConfigError(`${url} names a folder, which takes no parameters.`, {
    hint: `Write ${url.slice(0, start)}; a folder with a question mark in its name cannot be a store.`,
  });
}
