/** Sentences that say who is ahead: every peer that beats Pincite in its group, or that none does. */
import { groups, linesOf, twoFigures, type Line, type Measure } from './lines.ts';
import type { Quality, Results } from './results.ts';

/** Its nDCG@10 with BM25 over title and text as one field. */
const anseriniScifact = 0.679;
const metrics: readonly (keyof Quality)[] = ['ndcg@10', 'recall@10', 'recall@100'];
const costs: readonly { readonly name: string; readonly measure: Measure }[] = [
  { name: 'time to the first document', measure: 'firstMs' },
  { name: 'indexing time', measure: 'indexMs' },
  { name: 'time until a new process answers', measure: 'openMs' },
  { name: 'median time of a query', measure: 'p50Ms' },
  { name: 'p95 of a query', measure: 'p95Ms' },
  { name: 'memory of the process that indexes', measure: 'indexMb' },
  { name: 'memory of the process that searches', measure: 'searchMb' },
];

/** Ratios nearer to 1 than this are no lead. */
const noise = 0.01;

interface Claim {
  readonly sentence: string;
  readonly kind: 'quality' | 'cost';
  readonly isPeerAhead: boolean;
}

/** How often a peer is ahead; then a paragraph for each collection and group, a bullet for each metric and cost. */
export function claims(results: Results): string {
  const datasets = [...new Set(results.rows.map(({ dataset }) => dataset))];
  const paragraphs = datasets.flatMap((dataset) =>
    groups.flatMap((group) => {
      const found = claimsOf(linesOf(results, dataset, group));
      return found.length === 0 ? [] : [{ title: `${dataset}, ${group.title.toLowerCase()}`, found }];
    }),
  );
  const all = [...paragraphs.flatMap(({ found }) => found), ...installClaims(results)];
  const written = paragraphs.map(({ title, found }) => `**${title}**\n\n${bulletsOf(found)}`);
  return [summary(all), anserini(results), ...written, bulletsOf(installClaims(results))]
    .filter((part) => part !== '')
    .join('\n\n');
}

function bulletsOf(found: readonly Claim[]): string {
  return found.map(({ sentence }) => `- ${sentence}`).join('\n');
}

function summary(all: readonly Claim[]): string {
  const count = (kind: Claim['kind']) => {
    const ofKind = all.filter((claim) => claim.kind === kind);
    return `${ofKind.filter(({ isPeerAhead }) => isPeerAhead).length} of ${ofKind.length}`;
  };
  return `A peer is ahead of Pincite in ${count('quality')} comparisons of quality and in ${count('cost')} of time, memory and size.`;
}

function anserini(results: Results): string {
  const row = results.rows.find(
    ({ dataset, system }) => dataset === 'scifact' && system === 'pincite-anserini',
  );
  if (row?.quality === undefined) return '';
  const ours = row.quality['ndcg@10'];
  const difference = (ours - anseriniScifact).toFixed(4);
  return `Our terms at Anserini's parameters give ${ours.toFixed(4)} on scifact; Anserini publishes ${anseriniScifact} (difference ${difference}).`;
}

function claimsOf(lines: readonly Line[]): Claim[] {
  const ours = lines.find(({ isOurs }) => isOurs);
  const peers = lines.filter(({ system }) => system.packages.length > 0);
  if (ours === undefined || peers.length === 0) return [];
  return [
    ...metrics.map((metric) => qualityClaim(metric, ours, peers)),
    ...(ours.row.runs.length === 0 ? [] : costs).map(({ name, measure }) => {
      const ratios = peers.map((peer) => ({ label: peer.system.label, ratio: peer.ratio(measure) }));
      return costClaim(name, ratios);
    }),
  ];
}

function qualityClaim(metric: keyof Quality, ours: Line, peers: readonly Line[]): Claim {
  const value = ({ row }: Line) => Number(row.quality?.[metric].toFixed(4) ?? 0);
  const own = value(ours);
  const sorted = peers.toSorted((a, b) => value(b) - value(a));
  const ahead = sorted.filter((peer) => value(peer) > own);
  const level = sorted.filter((peer) => value(peer) === own);
  const list = (some: readonly Line[]) =>
    some.map((peer) => `${peer.system.label} (${value(peer).toFixed(4)})`).join('; ');
  const start = `${metric}, Pincite ${own.toFixed(4)}`;
  const kind = 'quality';
  if (ahead.length > 0) return { kind, isPeerAhead: true, sentence: `${start}: ahead is ${list(ahead)}.` };
  if (level.length > 0) return { kind, isPeerAhead: false, sentence: `${start}: level is ${list(level)}.` };
  return { kind, isPeerAhead: false, sentence: `${start}: leads; next is ${list(sorted.slice(0, 1))}.` };
}

function costClaim(
  name: string,
  ratios: readonly { readonly label: string; readonly ratio: number | undefined }[],
): Claim {
  const less = ratios
    .flatMap(({ label, ratio = Infinity }) => (ratio < 1 - noise ? [{ label, ratio }] : []))
    .toSorted((a, b) => a.ratio - b.ratio);
  const kind = 'cost';
  if (less.length === 0)
    return { kind, isPeerAhead: false, sentence: `${name}: no peer takes less than Pincite.` };
  const ahead = less.map(({ label, ratio }) => `${label} (${twoFigures(ratio)})`).join('; ');
  return { kind, isPeerAhead: true, sentence: `${name}, ahead with less than Pincite's: ${ahead}.` };
}

function installClaims({ installations }: Results): Claim[] {
  const ours = installations.find(({ installation }) => installation.packages[0] === 'pincite')?.installation;
  if (ours === undefined) return [];
  return (['megabytes', 'seconds'] as const).map((key) => {
    const ratios = installations.map(({ installation }) => ({
      label: installation.packages[0] ?? '',
      ratio: (installation[key] ?? Infinity) / (ours[key] ?? Infinity),
    }));
    return costClaim(key === 'megabytes' ? 'installed size' : 'time of the installation', ratios);
  });
}
