/**
 * SciFact's claims with the abstracts that they cite, and which sentences of them are the evidence. The data set
 * numbers the sentences of its own splitting; here they are those of `splitSentences`, and claims whose numbers do
 * not fit (about 1 %) are left out.
 */
import { existsSync, readFileSync } from 'node:fs';
import { splitSentences } from '../../src/text/structure/sentences.ts';

export type Label = 'SUPPORT' | 'CONTRADICT' | 'NONE';

/** One claim beside one abstract that it cites. */
export interface CitedClaim {
  readonly claim: string;
  readonly document: string;
  readonly sentences: readonly string[];
  readonly label: Label;
  /** Sets of sentences that are evidence, each by itself; empty where the abstract tells neither way. */
  readonly evidence: readonly (readonly number[])[];
}

export function readScifact(folder: URL, part: 'train' | 'validation'): readonly CitedClaim[] | undefined {
  const claims = new URL(`scifact-claims/claims_${part}.csv`, folder);
  if (!existsSync(claims)) return undefined;
  const abstracts = readAbstracts(new URL('retrieval/scifact/corpus.jsonl', folder));
  const cited = new Map<string, CitedClaim>();
  for (const [id, claim = '', evidenceId, label, evidence = '', citedIds = ''] of readRows(claims)) {
    for (const document of numbers(citedIds)) {
      const key = `${id} ${document}`;
      const known = cited.get(key);
      const own = String(document) === evidenceId ? [numbers(evidence)] : [];
      cited.set(key, {
        claim,
        document: String(document),
        sentences: abstracts.get(String(document)) ?? [],
        label: own.length > 0 ? (label as Label) : (known?.label ?? 'NONE'),
        evidence: [...(known?.evidence ?? []), ...own],
      });
    }
  }
  return [...cited.values()].filter(
    ({ sentences, evidence }) =>
      sentences.length > 0 && evidence.flat().every((index) => index < sentences.length),
  );
}

function readAbstracts(path: URL): Map<string, readonly string[]> {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return new Map(
    lines.map((line) => {
      const { _id, text } = JSON.parse(line) as { _id: string; text: string };
      return [_id, splitSentences(text).map(({ start, end }) => text.slice(start, end))];
    }),
  );
}

/** No field has a line break; a field in quotes may have commas and doubled quotes. */
function readRows(path: URL): string[][] {
  const rows = readFileSync(path, 'utf8').trim().split('\n').slice(1);
  return rows.map((row) =>
    Array.from(row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) =>
      quoted === undefined ? (plain ?? '').trim() : quoted.replaceAll('""', '"'),
    ),
  );
}

function numbers(list: string): number[] {
  return (list.match(/\d+/g) ?? []).map(Number);
}
