import { expect, it } from 'vitest';
import { withoutMarkup } from './markup.ts';

it.each([
  ['The **largest size** is [50 MB](https://example.com/a_b).', 'The largest size is 50 MB.'],
  ['It came on *3 March 2025*, **as [said](x)**.', 'It came on 3 March 2025, as said.'],
  ['5* and 6*', '5* and 6*'],
  ['2 * 3 * 4 and a*b*c', '2 * 3 * 4 and a*b*c'],
  ['** none **, **', '** none **, **'],
  ['*p < .05. **p < .01.', '*p < .05. **p < .01.'],
  ['See [1] (above) and snake_case_name.', 'See [1] (above) and snake_case_name.'],
])('reads %s', (text, shown) => {
  expect(withoutMarkup(text)).toBe(shown);
});
