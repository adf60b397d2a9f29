import { expect, it } from 'vitest';
import { withoutInlineMarks } from './inline-marks.ts';

it.each([
  [
    'Set **`port`** to `8080`, see [the **guide**](docs/guide.md "Guide").',
    'Set port to 8080, see the guide.',
  ],
  ['![A chart](chart.png) of ``a`b``', 'A chart of ``a`b``'],
  ['Globs such as `**/*.ts` and **all\nfiles**', 'Globs such as **/*.ts and all\nfiles'],
  ['2**3 + 4**2 and f(**args, **more) cost [1] (each)', '2**3 + 4**2 and f(**args, **more) cost [1] (each)'],
  ['The [Supplier](s) named above', 'The [Supplier](s) named above'],
  ['a ` lone mark, ** another', 'a ` lone mark, ** another'],
])('takes marks off %j', (text, expected) => {
  expect(withoutInlineMarks(text)).toBe(expected);
});
