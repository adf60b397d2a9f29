import { expect, it } from 'vitest';
import { checkInvariants } from '../invariants.testing.ts';
import { loadDocument } from '../load.ts';

const limits = { maxBytes: 1e6, maxPages: 1, maxChars: 1e6 };
const load = (text: string, name: string) =>
  loadDocument({ bytes: new TextEncoder().encode(text), name, limits });

it('reads code as it stands, in blocks that blank lines part at the outermost level', async () => {
  const text = '\nimport a from "a";\n\nfunction b() {\n  c();\n\n  d();\n\n}\n\n// last\ne();  \n';
  const document = await load(text, 'x.js');
  checkInvariants(document);
  expect(document.text).toBe(text);
  expect(document.format).toBe('code');
  expect(document.blocks.map(({ charStart, charEnd }) => text.slice(charStart, charEnd))).toEqual([
    'import a from "a";',
    'function b() {\n  c();\n\n  d();\n\n}',
    '// last\ne();',
  ]);
  expect(document.blocks.every(({ kind }) => kind === 'code')).toBe(true);
});
