import { JsonSyntaxError, readJson } from './json-values.ts';

/** A number or a name that the sample's end cuts has at most so many characters. */
const longestCut = 40;

/** Whether a sample is JSON, or the beginning of some; one that was promised need only begin like an object or a list. */
export function isJson(
  sample: string,
  { isWhole, isPromised }: { readonly isWhole: boolean; readonly isPromised: boolean },
): boolean {
  const text = sample.trimStart();
  if (isPromised) return /^[[{"\d-]|^(?:true|false|null)\b/.test(text);
  if (!/^[[{]/.test(text)) return false;
  try {
    const { end } = readJson(text);
    return /^\s*$|^[ \t]*\n\s*[[{]/.test(text.slice(end, end + 200));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return error.isTooDeep || (!isWhole && error.offset >= text.length - longestCut);
  }
}
