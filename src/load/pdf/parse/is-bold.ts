/** With the abbreviations of Linotype, and the names that TeX has for bold extended: `CMBX10`, `SFBX1000`. */
const boldName = /bold|black|heavy|demi|semibd|-(?:bd|blk|hv)|\b(?:cm|sf)(?:ss)?b[xi]/i;
const plainName = /(?:regu(?:lar)?|italic|light|book)$/i;
const boldWeight = 600;

/**
 * Whether a font is bold, by its name where that says so, else by its weight: it is computed from the width of stems, which some
 * programs give wrong.
 */
export const isBold = (name: string, weight: number): boolean =>
  boldName.test(name) || (weight >= boldWeight && !plainName.test(name));
