import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

export type Random = () => number;

interface Damage {
  readonly random: Random;
  /** What another file begins with, or goes on as. */
  readonly other: Uint8Array;
}

const maxBytes = 2_000_000;
const oddNumbers = [
  '0',
  '-1',
  '1',
  '65536',
  '2147483648',
  '99999999999999999999',
  '1e308',
  '0.0000001',
  'NaN',
  '',
];

/** A file damaged in one to four ways; the same for the same numbers. */
export function damage(bytes: Uint8Array, { random, other }: Damage): Uint8Array {
  let damaged = bytes;
  const ways = below(random, 4) + 1;
  for (let way = 0; way < ways; way += 1) damaged = once(damaged, { random, other });
  return damaged.subarray(0, maxBytes);
}

function once(bytes: Uint8Array, given: Damage): Uint8Array {
  if (isZip(bytes) && given.random() < 0.7) return damageMember(bytes, given);
  return pick(given.random, [...byteDamages, ...textDamages])(bytes, given);
}

type Way = (bytes: Uint8Array, given: Damage) => Uint8Array;

const byteDamages: readonly Way[] = [
  function flipBits(bytes, { random }) {
    const copy = bytes.slice();
    for (let left = below(random, 20); left >= 0; left -= 1) {
      copy[below(random, copy.length)]! ^= 1 << below(random, 8);
    }
    return copy;
  },
  function truncate(bytes, { random }) {
    return bytes.subarray(0, below(random, bytes.length));
  },
  function cutOut(bytes, { random }) {
    const [start, end] = range(random, bytes.length);
    return joined([bytes.subarray(0, start), bytes.subarray(end)]);
  },
  function overwrite(bytes, { random }) {
    const copy = bytes.slice();
    const [start, end] = range(random, Math.min(copy.length, 64));
    const at = below(random, copy.length - end + 1);
    for (let index = start; index < end; index += 1) copy[at + index] = below(random, 256);
    return copy;
  },
  function repeat(bytes, { random }) {
    const [start, end] = range(random, bytes.length);
    const times = Math.min(1 + below(random, 50), Math.ceil(maxBytes / (end - start + 1)));
    const part = bytes.subarray(start, end);
    return joined([
      bytes.subarray(0, end),
      ...Array.from({ length: times }, () => part),
      bytes.subarray(end),
    ]);
  },
  function splice(bytes, { random, other }) {
    return joined([
      bytes.subarray(0, below(random, bytes.length)),
      other.subarray(below(random, other.length)),
    ]);
  },
];

const textDamages: readonly Way[] = [
  function shuffleTags(bytes, { random }) {
    return onPieces(bytes, /(<[^<>]*>)/, random);
  },
  function shuffleLines(bytes, { random }) {
    return onPieces(bytes, /(\n)/, random);
  },
  function shuffleMarks(bytes, { random }) {
    return onPieces(bytes, /([{}[\]()",;|:])/, random);
  },
  function changeNumbers(bytes, { random }) {
    const share = random() / 4;
    const changed = latin1(bytes).replaceAll(/\d+/g, (number) =>
      random() < share ? pick(random, oddNumbers) : number,
    );
    return fromLatin1(changed);
  },
];

/** Moves, doubles and drops pieces of a text. */
function onPieces(bytes: Uint8Array, separator: RegExp, random: Random): Uint8Array {
  const pieces = latin1(bytes).split(separator);
  for (let left = 1 + below(random, 8); left > 0 && pieces.length > 1; left -= 1) {
    const [from, to] = [below(random, pieces.length), below(random, pieces.length)];
    const moved = pieces[from]!;
    if (random() < 0.5) pieces.splice(from, 1);
    if (random() < 0.7) pieces.splice(to, 0, moved);
  }
  return fromLatin1(pieces.join(''));
}

/** Unpacks an archive, and damages, drops, doubles or swaps members. */
function damageMember(bytes: Uint8Array, given: Damage): Uint8Array {
  const { random } = given;
  const members = membersOf(bytes);
  const names = Object.keys(members);
  if (names.length === 0) return pick(random, byteDamages)(bytes, given);
  const [one, two] = [pick(random, names), pick(random, names)];
  const way = random();
  if (way < 0.6) members[one] = pick(random, [...byteDamages, ...textDamages])(members[one]!, given);
  else if (way < 0.7) delete members[one];
  else if (way < 0.8) members[`${one}x`] = members[two]!;
  else [members[one], members[two]] = [members[two]!, members[one]!];
  return zipSync(members, { level: 1 });
}

function membersOf(bytes: Uint8Array): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter: ({ originalSize }) => originalSize <= maxBytes });
  } catch {
    return {};
  }
}

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b;
const latin1 = (bytes: Uint8Array) => strFromU8(bytes, true);
const fromLatin1 = (text: string) => strToU8(text, true);
const below = (random: Random, most: number) => Math.floor(random() * most);
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[below(random, items.length)]!;

function range(random: Random, length: number): [number, number] {
  const [a, b] = [below(random, length + 1), below(random, length + 1)];
  return [Math.min(a, b), Math.max(a, b)];
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
