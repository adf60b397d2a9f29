import { UnsupportedFormatError } from '../../errors.ts';

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^image\//, 'an image'],
  [/^audio\//, 'a sound recording'],
  [/^video\//, 'a video'],
  [/^(?:font\/|application\/(?:x-)?font-)/, 'a font'],
  [/^text\/css$/, 'a style sheet'],
  [/^application\/(?:wasm|x-msdownload|x-msdos-program|vnd\.android\.package-archive)$/, 'a program'],
  [
    /^application\/(?:(?:x-)?(?:zip|zip-compressed|gzip|bzip2|xz|tar|gtar|compressed-tar|7z-compressed|rar|rar-compressed|lzip|iso9660-image|java-archive|debian-package|rpm|apple-diskimage)|zstd|vnd\.rar|java-archive)$/,
    'an archive',
  ],
];
/** Formats that are zip archives themselves; some servers call them just that. */
const zippedName = /\.(?:docx|pptx|xlsx|epub)$/i;

/** What a media type says of content that no loader reads; undefined where the content has to be looked at. */
export function unreadKind(mediaType: string, path: string): string | undefined {
  const name = mediaType.replace(/;.*$/s, '').trim().toLowerCase();
  if (/zip/.test(name) && zippedName.test(path)) return undefined;
  return kinds.find(([pattern]) => pattern.test(name))?.[1];
}

/** @throws UnsupportedFormatError when no loader reads what a server declares. */
export function refuseMediaType(url: string, mediaType: string): void {
  const kind = unreadKind(mediaType, new URL(url).pathname);
  if (kind === undefined) return;
  throw new UnsupportedFormatError(`${url} is ${kind} (${mediaType}).`, {
    hint: 'Give the address of a page or a document.',
    context: { url, detected: mediaType },
  });
}
