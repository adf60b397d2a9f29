/** A letter or digit of an identifier; scripts that are written without spaces are left to their own rules. */
const part = String.raw`[A-Za-z\d\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u04ff]`;
const hyphens = '‐‑‒–−';
const signs = `[-${hyphens}/._:@#&]`;

/** A sign between two letters or digits: where an identifier may be. The sign is first, as there are few of them. */
const joint = new RegExp(`(?:${signs}|\\()(?<=${part}.)(?=${part})`, 'g');
/** All that signs join: AX-4410/B, 12.3(b). */
const joined = new RegExp(`${part}+(?:${signs}${part}+|\\(${part}{1,4}\\))+`, 'y');
const isPart = new RegExp(part);

/** Longer runs, in UTF-16 code units, are addresses and encoded data. */
const LONGEST = 64;

/**
 * The identifiers of a text, each as one term beside its words: part numbers, forms, standards, cases, names of files,
 * addresses of mails. They have a digit, or a sign that ordinary words do not have (`R&D`, `foo_bar`, `a@b.org`,
 * `notes.txt`). Letter and digit stand together whatever sign was between them, so that `10-K`, `10–K` and `10K` are one.
 */
export function identifiersIn(text: string): string[] {
  const found: string[] = [];
  let end = 0;
  for (const { index } of text.matchAll(joint)) {
    if (index < end) continue; // of the run before
    joined.lastIndex = startOfRun(text, index, end);
    const [run = ''] = joined.exec(text) ?? [];
    end = Math.max(index, joined.lastIndex);
    if (run.length <= LONGEST) found.push(...identifiersOf(run));
  }
  return found;
}

function startOfRun(text: string, index: number, least: number): number {
  let start = index;
  while (start > least && isPart.test(text[start - 1]!)) start -= 1;
  return start;
}

/** A plain word behind a hyphen is none of it: IL-5-producing, 10-fold. */
const plainEnd = new RegExp(`(?:[-${hyphens}]\\p{Ll}{4,})+$`, 'u');

/** The run, and the parts that slashes divide: 10-K/10-Q. */
function identifiersOf(run: string): string[] {
  const whole = run.replace(plainEnd, '');
  const parts = whole.includes('/') ? [whole, ...whole.split('/')] : [whole];
  return parts.filter(isIdentifier).map(normalForm);
}

/** One word of the analyser: 4.2.1, 12.3b. */
const number = /^\d[\d.]*\p{L}*$/u;
const fileName = /^[^/]+\.(?:[a-z][a-z\d]{1,4}|[A-Z]{2,4})$/;

function isIdentifier(run: string): boolean {
  if (!/[^\p{L}\p{N}]/u.test(run) || number.test(run)) return false;
  return /[\d_@&]/.test(run) || fileName.test(run);
}

const anyHyphen = new RegExp(`[${hyphens}]`, 'g');
/** Signs between a letter and a digit; not the bracket behind a small number, as clause 1(b) is not item 1B. */
const dropped = /(?<=\d\)?)[-/.:#](?=\p{L})|(?<=\d{3})\((?=\p{L})|(?<=\p{L}\)?)[-/.:#(](?=\d)|\)/gu;

function normalForm(run: string): string {
  return run.normalize('NFC').toLowerCase().replace(anyHyphen, '-').replace(dropped, '');
}
