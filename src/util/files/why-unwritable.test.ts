import { expect, it } from 'vitest';
import { whyUnwritable } from './why-unwritable.ts';

it('says in words what the system says by a code', () => {
  const denied = Object.assign(new Error("EACCES: permission denied, open '/root/x'"), { code: 'EACCES' });
  expect(whyUnwritable(denied)).toBe('this user may not write there');
  expect(whyUnwritable(new Error('the cable is loose'))).toBe('the cable is loose');
});
