/** What the figures say about a default, in words. */
import type { Column, Figure } from './figures.ts';

/** From here a difference is called chance. */
const chance = 0.05;

export const show = (value: number) => value.toFixed(3);
export const showP = (p: number) => (p < 0.001 ? 'p < 0.001' : `p ${p.toFixed(3)}`);
const signed = (value: number) => `${value < 0 ? '−' : '+'}${show(Math.abs(value))}`;

type Other = Figure & Required<Pick<Figure, 'against'>>;

const isOther = (figure: Figure): figure is Other => figure.against !== undefined;
const isBeyondChance = ({ against }: Other) => against.difference > 0 && against.pValue < chance;

/** Whether the default is the best of a column, and if not, what is, by how much, and how sure that is. */
export function judge({ label, figures }: Column): string {
  const [own, ...others] = figures;
  const best = others
    .filter(isOther)
    .reduce<Other | undefined>((a, b) => (a === undefined || b.mean > a.mean ? b : a), undefined);
  if (best === undefined || best.mean <= own.mean)
    return `By ${label} nothing is ahead of the default, ${show(own.mean)}.`;
  const { difference, interval, pValue } = best.against;
  const range = `95 % ${signed(interval[0])} to ${signed(interval[1])}`;
  return (
    `By ${label} **the default is not the best**: ${best.configuration} has ${show(best.mean)} against ${show(own.mean)} ` +
    `(${signed(difference)}, ${range}, ${showP(pValue)}), ${pValue < chance ? 'more than chance' : 'which may be chance'}.` +
    alsoAhead(others.filter(isOther).filter((one) => one !== best && isBeyondChance(one)))
  );
}

const alsoAhead = (others: readonly Other[]) =>
  others.length === 0 ? '' : ` Also ahead by more than chance: ${list(others)}.`;

/** Names what is ahead of the default by more than chance; undefined where nothing is. */
export function nameAhead({ label, figures }: Column): string | undefined {
  const [own, ...others] = figures;
  const ahead = others
    .filter(isOther)
    .filter(isBeyondChance)
    .sort((a, b) => b.mean - a.mean);
  if (ahead.length === 0) return undefined;
  return `By ${label}, where the default has ${show(own.mean)}, ahead by more than chance: ${list(ahead)}.`;
}

const list = (figures: readonly Other[]) =>
  figures.map(({ configuration, mean }) => `${configuration} (${show(mean)})`).join(', ');
