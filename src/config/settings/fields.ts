/** Values that several parts of the configuration take. */
import { z } from 'zod';

export const serverAddressSchema = z
  .string()
  .refine(isServerAddress, 'must look like http://localhost:8000/v1, without user name and password');

/** What only a program can give, or a configuration that is one. */
export const functionSchema = <Given extends (...given: never[]) => unknown>() =>
  z.custom<Given>((value) => typeof value === 'function', {
    error:
      'must be a function, which YAML, JSON and variables cannot hold: write it in a module (--config my.config.ts), or give it to openKnowledgeBase',
  });

export const apiKeySchema = z.string().regex(/^[\x21-\x7e]+$/, 'must be printable characters without spaces');

/**
 * Whether a text may name a model: one of a provider, or a local one, of which any name will do; but `opnai:x` is a mistake,
 * and `C:\\models\\x` is none.
 */
export function mayNameModel(name: string, isOfProvider: (name: string) => boolean): boolean {
  return name.trim() !== '' && (isOfProvider(name) || !/^[^:/\\]{2,}:/.test(name));
}

/** Whether only the user can know where the provider of a model listens. */
export function needsBaseUrl(
  model: unknown,
  parseName: (name: string) => { readonly provider: { readonly baseUrl?: string } } | undefined,
): boolean {
  const name = typeof model === 'string' ? parseName(model) : undefined;
  return name !== undefined && name.provider.baseUrl === undefined;
}

function isServerAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
