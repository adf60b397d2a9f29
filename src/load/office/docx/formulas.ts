/** What stands before these parts of a formula when it is written in one line. */
const signs: Readonly<Record<string, string>> = { sup: '^', sub: '_', den: '/' };

/**
 * Writes the formulas of a Word part as runs of text, `E=mc^2`: mammoth passes over formulas. Their elements become ones
 * that it reads through; those of properties stay as they are and are passed over.
 */
export function formulasAsText(xml: string): string {
  return xml.includes('<m:oMath') ? xml.replace(/<(\/?)m:(\w+)(?!\w)([^<>]*)>/g, plainTag) : xml;
}

function plainTag(tag: string, slash: string, name: string, rest: string): string {
  if (name === 't' || name === 'r') return `<${slash}w:${name}${rest}>`;
  if (rest.endsWith('/') || name.endsWith('Pr')) return tag;
  const sign = slash === '' && Object.hasOwn(signs, name) ? signs[name] : undefined;
  return `<${slash}w:smartTag>${sign === undefined ? '' : `<w:r><w:t>${sign}</w:t></w:r>`}`;
}
