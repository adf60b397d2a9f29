import { expect, it } from 'vitest';
import { formulasAsText } from './docx.ts';

const formula = (part: string) => `<m:oMath><m:${part}><m:r/></m:${part}></m:oMath>`;

it.each(['constructor', 'toString', '__proto__'])(
  'writes nothing before a part that is called %s',
  (name) => {
    expect(formulasAsText(formula(name))).toBe(formulasAsText(formula('e')));
  },
);
