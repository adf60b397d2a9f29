import { expect, it } from 'vitest';
import { unreadKind } from './media-type.ts';

it.each([
  ['image/png', 'an image'],
  ['IMAGE/SVG+XML; charset=utf-8', 'an image'],
  ['video/mp4', 'a video'],
  ['audio/ogg', 'a sound recording'],
  ['font/woff2', 'a font'],
  ['application/zip', 'an archive'],
  ['application/x-tar', 'an archive'],
  ['application/vnd.rar', 'an archive'],
  ['application/wasm', 'a program'],
])('refuses %s', (mediaType, kind) => {
  expect(unreadKind(mediaType, '/file')).toBe(kind);
});

it.each([
  'text/html; charset=utf-8',
  'application/xhtml+xml',
  'application/pdf',
  'application/octet-stream',
  'application/epub+zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/json',
  'message/rfc822',
  'binary/octet-stream',
  '',
])('leaves %s to the content', (mediaType) => {
  expect(unreadKind(mediaType, '/file')).toBeUndefined();
});

it('leaves a zip with the name of a document to the content', () => {
  expect(unreadKind('application/zip', '/report.docx')).toBeUndefined();
  expect(unreadKind('application/x-zip-compressed', '/book.EPUB')).toBeUndefined();
});
