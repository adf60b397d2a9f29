/** What whoever follows a link that leads nowhere sees: what is wrong, and the way back. */
import { pageStyle } from '../../util/page-style.ts';
import { text } from './reference.ts';

const style = `${pageStyle} body { max-width: 40rem; margin: 4rem auto; padding: 0 1rem; overflow-wrap: anywhere; }`;

/** What of a problem is shown. */
interface Shown {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly hint?: string | undefined;
}

export const problemPage = ({
  status,
  title,
  detail,
  hint,
}: Shown): string => `<!doctype html><html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)} – Pincite</title><style>${style}</style>
<h1>${text(status === 404 ? 'There is no such page' : title)}</h1>
<p>${text(detail)}.${hint === undefined ? '' : ` ${text(hint)}`}</p>
<p><a href="/">Ask your documents</a> · <a href="/library">See what there is</a></p></html>`;
