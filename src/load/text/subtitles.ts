import type { LoadedDocument } from '../../types.ts';
import { linesOf } from '../detect/lines.ts';
import type { LoadRequest } from '../loader.ts';
import { DocumentWriter } from '../write/document-writer.ts';

/** When a cue is shown: `00:01:02,500 --> 00:01:04,000`, with a dot in WebVTT, which may leave hours out. */
const timing = /^((?:\d{2,3}:)?\d{2}:\d{2})[.,]\d{3}[ \t]+-->[ \t]+(?:\d{2,3}:)?\d{2}:\d{2}[.,]\d{3}/;
const speaker = /<v(?:\.[\w.]{1,40})?[ \t]+([^<>]{1,80})>/g;
const tag = /<[^<>\n]{0,200}>|\{\\[^{}\n]{0,80}\}/g;
const sentenceEnd = /[.!?…。！？]["”’»)\]]*$/u;
/** Lines at the beginning among which the first cue stands. */
const mostBefore = 30;
/** Seconds of a section, and how many more for its last sentence. */
const sectionSeconds = 60;
const mostSeconds = 120;
const longParagraph = 500;

/** Whether a text is subtitles, WebVTT or SubRip: its first cue stands below `WEBVTT`, a number, or nothing. */
export function isSubtitles(sample: string): boolean {
  const lines = sample.trimStart().split('\n', mostBefore);
  const first = lines.findIndex((line) => timing.test(line));
  if (first < 0 || (lines[first + 1] ?? '').trim() === '') return false;
  return lines[0]!.startsWith('WEBVTT') || first === 0 || (first === 1 && /^\d+\s*$/.test(lines[0]!));
}

/** Reads what subtitles say as running text, a section for each minute, called by the time at which it begins. */
export function readSubtitles(text: string, request: Pick<LoadRequest, 'name' | 'limits'>): LoadedDocument {
  const writer = new DocumentWriter(request);
  let paragraph: string[] = [];
  let length = 0;
  let begun = -Infinity;
  const endParagraph = () => {
    writer.block('text', paragraph.join(' '));
    paragraph = [];
    length = 0;
  };
  for (const { time, line } of spokenLines(text)) {
    const isEnd = sentenceEnd.test(paragraph.at(-1) ?? '.');
    const passed = secondsOf(time) - begun;
    if (passed >= mostSeconds || (passed >= sectionSeconds && isEnd)) {
      endParagraph();
      writer.section(time, 1);
      begun = secondsOf(time);
    } else if (isEnd && length >= longParagraph) endParagraph();
    paragraph.push(line);
    length += line.length;
  }
  endParagraph();
  return { ...writer.finish(), format: 'text', pages: [], bibliography: {}, warnings: [] };
}

/** Lines of cues without their marks; one that stays on the screen is said once. */
function* spokenLines(text: string): Generator<{ readonly time: string; readonly line: string }> {
  let time: string | undefined;
  let last = '';
  for (const { start, end } of linesOf(text)) {
    const source = text.slice(start, end).trim();
    time = timing.exec(source)?.[1] ?? (source === '' ? undefined : time);
    if (time === undefined || timing.test(source)) continue;
    const line = source.replaceAll(speaker, '$1: ').replaceAll(tag, '').trim();
    if (line !== '' && line !== last) yield { time, line };
    last = line === '' ? last : line;
  }
}

const secondsOf = (time: string): number =>
  time.split(':').reduce((seconds, part) => 60 * seconds + Number(part), 0);
