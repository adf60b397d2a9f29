import type { Address, Email } from 'postal-mime';
import type { LoadedDocument } from '../../types.ts';

/** What a mail says of itself: its subject as the title, who wrote it, and when. */
export function mailBibliography({ subject, from, date }: Email): LoadedDocument['bibliography'] {
  const title = subject?.trim();
  const creator = from && (from.name.trim() || from.address);
  const isInstant = /^\d{4}-\d{2}-\d{2}T/.test(date ?? '');
  return {
    ...(title ? { title } : {}),
    ...(creator ? { creators: [creator] } : {}),
    ...(date && isInstant ? { dateCreated: date } : {}),
  };
}

/** As mail programs show addresses: `Ann Lee <ann@example.org>, …`; groups as their members. */
export function addressList(addresses: readonly Address[]): string {
  return addresses
    .flatMap((address) => address.group ?? [address])
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address))
    .filter(Boolean)
    .join(', ');
}
