import type { LoadedDocument } from '../../../types.ts';
import { isoDate } from '../../metadata/dates.ts';
import { given } from '../../metadata/given.ts';
import { linesOf } from '../../detect/lines.ts';

/** A line of a header: `COMPANY CONFORMED NAME:⇥FORD MOTOR CO`, in older ones `<CONFORMED-NAME>FORD MOTOR CO`. */
const fieldLine = /^\s*(?:([A-Z][A-Z -]{1,60}):|<([A-Z-]{2,60})>)(.*)$/;
const longestLine = 300;
/** Whom a submission is about stands before or behind who files it. */
const subjects: ReadonlySet<string> = new Set(['ISSUER', 'SUBJECT COMPANY', 'SUBJECT-COMPANY']);

interface Company {
  readonly name: string;
  readonly isSubject: boolean;
}

/**
 * What the header of a submission says: as the title company, form and the end of the period that it reports on, who filed it, and on which day. What
 * it does not say comes from the first document.
 */
export function filingBibliography(
  header: string,
  first: { readonly type: string; readonly text: string },
): LoadedDocument['bibliography'] {
  const { fields, companies } = readHeader(header);
  const cover = coverOf(first.text.slice(0, coverChars));
  const company = (companies.find(({ isSubject }) => isSubject) ?? companies[0])?.name ?? cover.company;
  const filers = companies.filter(({ isSubject }) => !isSubject).map(({ name }) => name);
  const form = fields.get('CONFORMED SUBMISSION TYPE') ?? fields.get('TYPE') ?? first.type;
  const period =
    day(fields.get('CONFORMED PERIOD OF REPORT') ?? fields.get('PERIOD')) ??
    (reports.test(form) ? cover.period : undefined);
  return given({
    title: company && form ? [company, `Form ${form}`, period].filter(Boolean).join(', ') : undefined,
    creators: filers.length > 0 ? [...new Set(filers)] : company ? [company] : undefined,
    dateCreated: day(fields.get('FILED AS OF DATE') ?? fields.get('FILING-DATE')),
  });
}

/** Lines of headers, and of the signature above them. */
const headerLine = /^(?:\]?\s*[A-Z][A-Z0-9 &/.'()-]{1,60}:|<\/?[A-Z0-9-]{2,60}>|[\w+/=]{16,}$|$)/;
const signatureLine = /^(?:-----BEGIN PRIVACY-ENHANCED MESSAGE-----$|[A-Z][A-Za-z-]{3,60}: ?\S*$)/;

/** Whether what stands above the documents of a submission says nothing but what headers say. */
export function isHeader(text: string): boolean {
  return text.split('\n').every((line) => {
    const start = line.slice(0, longestLine).trim();
    return headerLine.test(start) || signatureLine.test(start);
  });
}

function readHeader(header: string) {
  const fields = new Map<string, string>();
  const companies: Company[] = [];
  let isSubject = false;
  for (const { start, end } of linesOf(header)) {
    const [, name, tag, rest = ''] =
      fieldLine.exec(header.slice(start, Math.min(end, start + longestLine))) ?? [];
    const key = name ?? tag;
    if (key === undefined) continue;
    const value = rest.trim();
    if (value === '') {
      if (isParty(key)) isSubject = subjects.has(key);
    } else if (key === 'COMPANY CONFORMED NAME' || key === 'CONFORMED-NAME')
      companies.push({ name: value, isSubject });
    else if (!fields.has(key)) fields.set(key, value);
  }
  return { fields, companies };
}

const isParty = (key: string): boolean =>
  subjects.has(key) || /^(?:FILER|FILED[ -](?:BY|FOR)|REPORTING[ -]OWNER)$/.test(key);

/** `19931231` as an ISO date. */
function day(digits: string | undefined): string | undefined {
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})/.exec(digits ?? '') ?? [];
  return year && isoDate(`${year}-${month}-${date}`);
}

/** Forms that report on a year or quarter. */
const reports = /^(?:10|11|20|40)-/;
/** Of the page that forms begin with. */
const coverChars = 8000;
const charter = /^\(?exact name of (?:the )?registrant/i;
const period =
  /for\s+the\s+(?:fiscal\s+year|year|quarter|quarterly\s+period)\s+ended:?\s+([a-z]{3,9}\s+\d{1,2},?\s+\d{4})/i;

/** The company stands in the last line with words above its caption. */
function coverOf(cover: string): {
  readonly company?: string | undefined;
  readonly period?: string | undefined;
} {
  const lines = cover.split('\n').map((line) => line.trim());
  const above = lines.slice(
    0,
    Math.max(
      0,
      lines.findIndex((line) => charter.test(line)),
    ),
  );
  const ended = period.exec(cover)?.[1]?.replaceAll(/\s+/g, ' ');
  return {
    company: above.findLast((line) => /\p{L}{2}/u.test(line)),
    period: isoDate(ended),
  };
}
