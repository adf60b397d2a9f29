import { isAscii } from 'node:buffer';
import chardet from 'chardet';

export interface DecodeHints {
  /** Character set that the server or the caller declared. */
  readonly charset?: string;
  /** Look for `<meta charset>` in the first bytes. */
  readonly html?: boolean;
}

export interface DecodedText {
  readonly text: string;
  /** Name of the encoding as the Encoding Standard has it, or `utf-32le`, `utf-32be`. */
  readonly encoding: string;
}

const sampleBytes = 65_536;
/** Below this the detector guesses; Western European text is the likelier explanation. */
const minConfidence = 25;
/** What the bytes 0x80 to 0x9F mean in windows-1252; some releases of Node decode them as control characters. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Bytes to text, in linear time: byte order mark, escapes of ISO-2022-JP, UTF-16 told by its zero bytes, strict UTF-8, then the
 * declared character set, then a guess. Strict UTF-8 goes before the declaration because other encodings
 * hardly ever form valid UTF-8, and wrong declarations are common. The result has `\n` line ends, no NUL
 * and no lone surrogates.
 */
export function decodeText(bytes: Uint8Array, hints: DecodeHints = {}): DecodedText {
  const { text, encoding } = decodeBytes(bytes, hints);
  return { text: cleanText(text), encoding };
}

function decodeBytes(bytes: Uint8Array, hints: DecodeHints): DecodedText {
  const marked = byteOrderMark(bytes);
  if (marked) return decodeAs(marked.encoding, bytes.subarray(marked.length));
  const declared =
    knownEncoding(hints.charset) ?? (hints.html ? knownEncoding(metaCharset(bytes)) : undefined);
  if (declared?.startsWith('iso-2022')) return decodeAs(declared, bytes);
  if (hasJapaneseEscapes(bytes)) return decodeAs('iso-2022-jp', bytes);
  const wide = guessUtf16(bytes.subarray(0, sampleBytes));
  if (wide) return decodeAs(wide, bytes);
  return decodeStrictUtf8(bytes) ?? decodeAs(declared ?? guessEncoding(bytes), bytes);
}

/** ISO-2022-JP is in bytes of ASCII, so that it is valid UTF-8 as well; escapes switch to Japanese and back. */
function hasJapaneseEscapes(bytes: Uint8Array): boolean {
  const sample = latin1(bytes, sampleBytes);
  return (sample.includes('\x1b$B') || sample.includes('\x1b$@')) && !/[^\0-\x7f]/.test(sample);
}

/** The first bytes, a character each. */
export function latin1(bytes: Uint8Array, most: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, most)).toString('latin1');
}

function decodeStrictUtf8(bytes: Uint8Array): DecodedText | undefined {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return undefined;
  }
}

function byteOrderMark(bytes: Uint8Array): { encoding: string; length: number } | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return { encoding: 'utf-32le', length: 4 };
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return { encoding: 'utf-32be', length: 4 };
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', length: 2 };
  return undefined;
}

/**
 * UTF-16 without a mark shows 16-bit units that nearly every text has and no 8-bit text forms: ASCII, or the
 * spaces and stops of CJK text.
 */
function guessUtf16(sample: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (isAscii(sample) && !sample.includes(0)) return undefined;
  const [little, big] = [commonUnits(sample, 0), commonUnits(sample, 1)];
  const units = sample.length >> 1;
  if (units < 2 || Math.max(little, big) * 50 < units || Math.min(little, big) * 10 > Math.max(little, big)) {
    return undefined;
  }
  const encoding = little > big ? 'utf-16le' : 'utf-16be';
  return isPlausibleText(new TextDecoder(encoding).decode(sample.subarray(0, units * 2)))
    ? encoding
    : undefined;
}

/** `low` is the place of the low byte in a unit: 0 or 1. */
function commonUnits(sample: Uint8Array, low: 0 | 1): number {
  let count = 0;
  for (let at = 0; at + 1 < sample.length; at += 2) {
    const unit = sample[at + low]! + 256 * sample[at + 1 - low]!;
    if (unit === 10 || (unit >= 0x20 && unit < 0x7f) || (unit >= 0x3000 && unit <= 0x3002) || unit === 0xff0c)
      count++;
  }
  return count;
}

function isPlausibleText(text: string): boolean {
  const strange = text.match(/[\p{Cn}\p{Co}\p{Cs}\uFFFD]|[^\P{Cc}\t\n\f\r]/gu)?.length ?? 0;
  return strange * 100 <= text.length && /[\s\p{L}]/u.test(text);
}

function metaCharset(bytes: Uint8Array): string | undefined {
  const head = latin1(bytes, 4096);
  const label = /<meta\s[^<>]*?charset\s*=\s*(?:["']\s*)?([\w:.-]+)/i.exec(head)?.[1];
  // An ASCII-readable declaration cannot stand in UTF-16: the HTML standard reads it as UTF-8.
  return label && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

function knownEncoding(label: string | undefined): string | undefined {
  if (!label) return undefined;
  try {
    return new TextDecoder(label.trim()).encoding;
  } catch {
    return undefined;
  }
}

function guessEncoding(bytes: Uint8Array): string {
  const firstHigh = bytes.findIndex((byte) => byte >= 0x80);
  const start = Math.max(0, firstHigh - 1000);
  const sample = bytes.subarray(start, start + sampleBytes);
  if (isMostlyUtf8(sample)) return 'utf-8';
  const [best] = chardet.analyse(sample);
  const encoding = best && best.confidence >= minConfidence ? knownEncoding(best.name) : undefined;
  return encoding ?? 'windows-1252';
}

/** UTF-8 with a few broken bytes: ten good characters beyond ASCII for each bad one. */
function isMostlyUtf8(sample: Uint8Array): boolean {
  const beyondAscii = new TextDecoder().decode(sample).match(/[^\0-\x7f]/gu) ?? [];
  const bad = beyondAscii.filter((character) => character === '\uFFFD').length;
  return bad * 11 <= beyondAscii.length;
}

function decodeAs(encoding: string, bytes: Uint8Array): DecodedText {
  if (encoding.startsWith('utf-32')) return { text: decodeUtf32(bytes, encoding === 'utf-32le'), encoding };
  const text = new TextDecoder(encoding).decode(bytes);
  return { text: encoding === 'windows-1252' ? mendWindows1252(text) : text, encoding };
}

function mendWindows1252(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (character) => windows1252[character.charCodeAt(0) - 0x80]!);
}

function decodeUtf32(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const point = view.getUint32(at, littleEndian);
    parts.push(point > 0x10ffff ? '\uFFFD' : String.fromCodePoint(point));
  }
  return parts.join('');
}

/** Line ends as `\n`, no NUL, no lone surrogates. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '')
    .replace(/\p{Cs}/gu, '\uFFFD');
}
