import { expect, it } from 'vitest';
import { describeIgnored } from './inputs.ts';

it('names a few files, and counts many', () => {
  expect(describeIgnored([])).toEqual([]);
  expect(describeIgnored(['a.bin', 'b.bin'])).toEqual(['Not read, because of their format: a.bin, b.bin']);
  const many = Array.from({ length: 1200 }, (_, index) => `${index}.bin`);
  expect(describeIgnored(many)).toEqual([
    'Not read, because of their format: 1,200 files, such as 0.bin, 1.bin, 2.bin, 3.bin, 4.bin',
  ]);
});
