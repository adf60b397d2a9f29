import type { Name } from './names.ts';
import type { Reference } from './reference.ts';

/** An item of the Citation Style Language's data, as reference managers exchange it. */
export interface CslItem {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly author?: readonly Name[];
  readonly issued?: { readonly 'date-parts': readonly (readonly number[])[] };
  readonly publisher?: string;
  readonly 'container-title'?: string;
  readonly volume?: string;
  readonly issue?: string;
  readonly page?: string;
  readonly DOI?: string;
  readonly URL?: string;
  readonly language?: string;
}

/** @see https://docs.citationstyles.org/en/stable/specification.html#appendix-iv-variables */
export function toCslItem(reference: Reference): CslItem {
  const { key, type, title, authors, issued, doi, url, containerTitle, pages } = reference;
  const { publisher, volume, issue, language } = reference;
  return {
    id: key,
    type,
    title,
    ...(authors.length > 0 && { author: authors }),
    ...(issued && { issued: { 'date-parts': [issued] } }),
    ...(publisher && { publisher }),
    ...(containerTitle && { 'container-title': containerTitle }),
    ...(volume && { volume }),
    ...(issue && { issue }),
    ...(pages && { page: pages }),
    ...(doi && { DOI: doi }),
    ...(url && { URL: url }),
    ...(language && { language }),
  };
}
