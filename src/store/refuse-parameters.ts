import { ConfigError } from '../errors.ts';

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
