/** Height above and depth below the baseline, in sizes, both positive. */
export interface FontHeight {
  readonly ascent: number;
  readonly descent: number;
}

/** What is taken where a font states nothing. */
const usual: FontHeight = { ascent: 0.95, descent: 0.35 };
/** More than this is a mistake in the font and would cover the lines above and below. */
const most: FontHeight = { ascent: 1.05, descent: 0.4 };

/** Ascender and descender of the standard fonts in Adobe's metrics files, for files that name them only. */
const standardFonts: readonly [RegExp, FontHeight][] = [
  [/^Helvetica(-|$)/, { ascent: 0.718, descent: 0.207 }],
  [/^Times-/, { ascent: 0.683, descent: 0.217 }],
  [/^Courier(-|$)/, { ascent: 0.629, descent: 0.157 }],
];

/**
 * The height of a font's letters from what its descriptor states (descents are negative there, by rule), with
 * absurd values replaced.
 *
 * @param name of a font that is not embedded, else empty.
 */
export function fontHeight(name: string, stated: FontHeight): FontHeight {
  const standard = standardFonts.find(([pattern]) => pattern.test(name));
  if (standard) return standard[1];
  const ascent = Math.abs(stated.ascent);
  const descent = Math.abs(stated.descent);
  return {
    ascent: Math.min(most.ascent, ascent > 0 && ascent < 1.9 ? ascent : usual.ascent),
    descent: Math.min(most.descent, descent > 0 && descent < 1.9 ? descent : usual.descent),
  };
}
