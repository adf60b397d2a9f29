import { expect, it } from 'vitest';
import { requireVersion } from './registry.ts';

it('takes servers from 1.18 on', () => {
  for (const version of ['1.18.0', '1.20.1-dev', '2.0.0']) requireVersion(version, 'here');
  for (const version of ['1.17.9', '0.18.0', '']) {
    expect(() => requireVersion(version, 'here')).toThrow(/too old/);
  }
});
