import { expect, it } from 'vitest';
import { checkInvariants } from '../invariants.testing.ts';
import { loadDocument } from '../load.ts';

async function load(text: string, name: string) {
  const limits = { maxBytes: 10_000_000, maxPages: 10 };
  const document = await loadDocument({ bytes: new TextEncoder().encode(text), name, limits });
  checkInvariants(document);
  return document;
}

const cue = (at: number, words: string) => `${at}\n00:00:0${at},000 --> 00:00:0${at + 1},000\n${words}\n\n`;

it('are read as running text, with a section for each minute', async () => {
  const { text, format, sections } = await load(
    `WEBVTT
Kind: captions

NOTE made by hand

1
00:00.500 --> 00:02.000 align:start
<v Ann Lee>The <i>ferries</i> sail

00:02.000 --> 00:04.000
The ferries sail
from nine.

01:01:05.000 --> 01:01:07.000
They come back at six.
`,
    'talk.vtt',
  );
  expect(format).toBe('text');
  expect(text).toBe('Ann Lee: The ferries sail The ferries sail from nine.\n\nThey come back at six.');
  expect(sections.map(({ heading }) => heading)).toEqual(['00:00', '01:01:05']);
});

it('say a line that stays on the screen once, in SubRip without tags', async () => {
  const { text } = await load(cue(1, '{\\an8}<b>Nine ships</b>') + cue(2, 'Nine ships\nsail.'), 'a.srt');
  expect(text).toBe('Nine ships sail.');
});

it('are no texts that speak of such times', async () => {
  const text = 'Minutes\n\nThe cue\n00:01.000 --> 00:02.000\nis short.\n';
  expect((await load(text, 'a.txt')).text).toBe(text);
});

it('are read in linear time', async () => {
  const start = performance.now();
  await load(
    `${cue(1, 'Words.').repeat(50_000)}00:00:01,000 --> 00:00:02,000\n${'<{\\'.repeat(200_000)}`,
    'a.srt',
  );
  expect(performance.now() - start).toBeLessThan(5000);
});
