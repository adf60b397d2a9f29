import { describe, expect, it } from 'vitest';
import { alternativeTextOf } from './alternative-text.ts';

describe('alternativeTextOf', () => {
  it.each([
    String.raw`X:\Teams\Web Design\Icons\phone.jpg`,
    String.raw`S:\P4\depot\figure`,
    'C:/Users/ada/pump.PNG',
    String.raw`\\server\share\a.gif`,
    'https://example.com/a.png?width=20',
    'image1.png',
    'pictures/valve.svg',
  ])('is nothing where it names a file: %s', (text) => {
    expect(alternativeTextOf(text)).toBe('');
  });

  it.each([
    'Pump with valve',
    'Icon of a file named a.png',
    'A: the pump',
    'Fig. 2: see https://example.com',
  ])('keeps what describes a picture: %s', (text) => {
    expect(alternativeTextOf(text)).toBe(text);
  });
});
