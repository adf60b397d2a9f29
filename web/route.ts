/** Which view is shown: the address, and nothing beside it, says so. */
import { signal } from '@preact/signals';

const here = () => new URL(location.href);
export const address = signal(here());

export function navigate(to: string, { replace = false } = {}): void {
  const url = new URL(to, location.href);
  if (url.href === location.href) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', url);
  address.value = url;
}

/** The same view with other parameters; `undefined` takes one away. */
export function withQuery(changes: Readonly<Record<string, string | undefined>>): string {
  const url = here();
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.pathname + url.search;
}

export const isView = (path: string) =>
  /^\/(?:$|(?:search|library|evaluation)$|documents\/[^/]+$)/.test(path);

/** Links between views change the view, and load nothing. */
export function followLinks(): void {
  addEventListener('popstate', () => {
    address.value = here();
  });
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (event.defaultPrevented || link === null || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const isOther = link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin;
    if (isOther || !isView(link.pathname) || link.hash !== '') return;
    event.preventDefault();
    navigate(link.href);
  });
}
