import { describe, expect, it } from 'vitest';
import { fontHeight } from './font-height.ts';

describe('fontHeight', () => {
  it('takes what the font states', () => {
    expect(fontHeight('', { ascent: 0.9, descent: -0.2 })).toEqual({ ascent: 0.9, descent: 0.2 });
  });

  it('knows the standard fonts where they are not embedded', () => {
    expect(fontHeight('Helvetica-Bold', { ascent: 0.96, descent: -0.23 })).toEqual({
      ascent: 0.718,
      descent: 0.207,
    });
  });

  it('replaces absurd values', () => {
    expect(fontHeight('', { ascent: 0, descent: 12 })).toEqual({ ascent: 0.95, descent: 0.35 });
    expect(fontHeight('', { ascent: 1.5, descent: -0.9 })).toEqual({ ascent: 1.05, descent: 0.4 });
  });
});
