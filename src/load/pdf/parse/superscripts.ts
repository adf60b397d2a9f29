import { superscript } from '../../write/superscript.ts';

/** Where text stands and how large it is set. */
interface Setting {
  /** Points. */
  readonly size: number;
  readonly baseline: number;
}

/** A part of a word that is set in one way. */
interface Part {
  readonly text: string;
  readonly style: Setting;
}

/** A superscript is so large, and so much higher, as shares of the size of the text that it belongs to; smaller ones stand beside initials and large figures. */
const [smallest, smaller] = [0.45, 0.85];
const [higher, highest] = [0.12, 0.8];

const fractionBar = /^[/⁄]/;

/** Whether text is set smaller and higher than text beside it. */
export function isRaised(text: Setting, beside: Setting): boolean {
  const rise = (beside.baseline - text.baseline) / beside.size;
  const share = text.size / beside.size;
  return share >= smallest && share <= smaller && rise >= higher && rise <= highest;
}

/**
 * The text of a word of several parts. Numbers that are set smaller and higher than the largest of them are written with raised digits. The
 * upper number of a fraction stays.
 */
export function wordOf(parts: readonly Part[]): string {
  const { style: main } = parts.reduce((best, part) => (part.style.size > best.style.size ? part : best));
  const runs: { text: string; readonly raised: boolean }[] = [];
  for (const { text, style } of parts) {
    const raised = isRaised(style, main);
    const last = runs.at(-1);
    if (last?.raised === raised) last.text += text;
    else runs.push({ text, raised });
  }
  const isFraction = fractionBar.test(runs[1]?.text ?? '');
  return runs
    .map(({ text, raised }, index) => (raised && !(isFraction && index === 0) ? superscript(text) : text))
    .join('');
}
