/** Values that several parts of the configuration take. */
import { z } from 'zod';

export const serverAddressSchema = z
  .string()
  .refine(isServerAddress, 'must look like http://localhost:8000/v1, without user name and password');

export const apiKeySchema = z.string().regex(/^[\x21-\x7e]+$/, 'must be printable characters without spaces');

/**
 * Whether a text may name a model: one of a provider, or a local one, of which any name will do; but `opnai:x` is a mistake,
 * and `C:\\models\\x` is none.
 */
export function mayNameModel(name: string, isOfProvider: (name: string) => boolean): boolean {
  return name.trim() !== '' && (isOfProvider(name) || !/^[^:/\\]{2,}:/.test(name));
}

function isServerAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
