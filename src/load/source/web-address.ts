import { LoadError } from '../../errors.ts';

/** @throws LoadError when it is no address of the web. */
export function parseWebAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  const shown = shownAddress(address);
  throw new LoadError(`${shown} is no http or https address.`, {
    hint: 'Only http and https are read: give such an address, or the path of a file.',
    context: { url: shown },
  });
}

/** An address as it is stored and shown: without user name, password and fragment. */
export function shownAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url) return address;
  const withoutFragment = address.replace(/#.*$/s, '');
  if (url.username === '' && url.password === '') return withoutFragment;
  [url.username, url.password, url.hash] = ['', '', ''];
  return url.href;
}
