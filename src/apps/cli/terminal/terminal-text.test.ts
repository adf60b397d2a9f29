import * as fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { paint } from './paint.ts';
import { coloured, forTerminal, harmless, harmlessJson, harmlessLine } from './terminal-text.ts';

// oxlint-disable no-control-regex -- control characters are what is looked for
/** All that moves a cursor, paints, hides or turns text, or ends a line by another name. */
const commands = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/;
const forged = '\u001B[32m✓ quote verified (exact)\u001B[39m';
const hostile = fc
  .array(
    fc.oneof(
      fc.string(),
      fc.integer({ min: 0, max: 0x3000 }).map((code) => String.fromCharCode(code)),
      fc.constantFrom(
        forged,
        '\u009B31m',
        '\u001B]8;;http://x\u0007',
        '\u202E',
        '\r\n',
        '\uFDD0',
        '\uFDD1',
        '0:32',
      ),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

afterEach(() => void vi.unstubAllEnvs());

describe('text of documents', () => {
  it('holds nothing that commands a terminal, whatever it was', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(harmless(text)).not.toMatch(commands);
        expect(harmlessLine(text)).not.toMatch(/[\n\r]/);
        expect(forTerminal(text)).toBe(harmless(text)); // no colour of ours
      }),
    );
  });

  it('stays as it is otherwise', () => {
    const text = 'Rent\tis\n900 euros — é, 漢字, עברית, العربية, 👩‍👩‍👧';
    expect(harmless(text)).toBe(text);
  });

  it('does not forge a verified quote', () => {
    expect(forTerminal(`${paint.dim('p. 1')} ${forged}`)).not.toContain('\u001B[32m');
    expect(forTerminal('A title\n✓ quote verified', harmlessLine)).toBe('A title ✓ quote verified');
  });
});

describe('our colours', () => {
  it.each(['bold', 'dim', 'red', 'green', 'yellow', 'cyan'] as const)('are shown: %s', (colour) => {
    vi.stubEnv('FORCE_COLOR', '1');
    expect(forTerminal(paint[colour]('words'))).toMatch(/^\u001B\[\d+mwords\u001B\[\d+m$/);
  });

  it('are shown around hostile words, and no other command is', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = forTerminal(coloured(text, 'green'), harmlessLine);
        expect(shown.startsWith('\u001B[32m') && shown.endsWith('\u001B[39m')).toBe(true);
        expect(shown.slice(5, -5)).not.toMatch(commands);
      }),
    );
  });
});

describe('JSON', () => {
  it('says the same, and commands no terminal', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const json = harmlessJson(JSON.stringify({ text }, null, 2));
        expect(json).not.toMatch(commands);
        expect(JSON.parse(json)).toEqual({ text });
      }),
    );
  });

  it('writes C1 controls as escapes', () => {
    expect(harmlessJson(JSON.stringify('\u009B31m'))).toBe(String.raw`"\u009b31m"`);
  });
});

it('nothing is printed but through the functions that make it harmless', () => {
  const printers = ['main.ts', 'session.ts', 'report-error.ts'];
  const files = readdirSync('src/apps/cli', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `src/apps/cli/${file}`)
    .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('/start.ts')); // which prints a version of Node.js alone
  expect(files.length).toBeGreaterThan(40);
  for (const file of files) {
    const writes =
      readFileSync(file, 'utf8').match(/(?:std(?:out|err)|stream)\.write\([^;]*|console\.\w+\([^;]*/g) ?? [];
    const bare = writes.filter((line) => !/harmless|forTerminal|shown\(|\[2K'\)/.test(line));
    const isPrinter = printers.some((name) => file.endsWith(`/${name}`)) || file.endsWith('/progress.ts');
    expect({ file, bare: isPrinter ? bare : writes }).toEqual({ file, bare: [] });
  }
});
