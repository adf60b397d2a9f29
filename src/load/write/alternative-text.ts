import { oneLine } from '../../util/strings/one-line.ts';

const address = /^(?:[a-z]:[\\/](?!\s)|\\\\|[a-z]{2,}:\/\/\S+$)/i;
const fileName = /^\S+\.(?:bmp|emf|eps|gif|heic|jpe?g|png|svg|tiff?|webp|wmf)$/i;

/** What a picture's alternative text says in one line; nothing where programs wrote the path, address or name of its file there. */
export function alternativeTextOf(written: string): string {
  const text = oneLine(written);
  return address.test(text) || fileName.test(text) ? '' : text;
}
