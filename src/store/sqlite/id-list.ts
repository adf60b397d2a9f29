import { toText } from './text-bytes.ts';

/**
 * The numbers of `group_concat(id)`: one row for all is ten times faster than a row for each.
 *
 * @param list digits and commas; null, for no rows, gives none.
 */
export function parseIds(list: Uint8Array | null | undefined): Float64Array {
  return Float64Array.from(list ? (JSON.parse(`[${toText(list)}]`) as number[]) : []);
}
