/** What the figures say about a default, in words. */
import type { Column, Figure } from './figures.ts';

/** From here a difference is called chance. */
const chance = 0.05;

export const show = (value: number) => value.toFixed(3);
export const showP = (p: number) => (p < 0.001 ? 'p < 0.001' : `p ${p.toFixed(3)}`);
const signed = (value: number) => `${value < 0 ? '−' : '+'}${show(Math.abs(value))}`;

type Other = Figure & Required<Pick<Figure, 'against'>>;

const isOther = (figure: Figure): figure is Other => figure.against !== undefined;
const isSure = ({ against }: Other) => against.pValue < chance;
const isAhead = (one: Other) => isSure(one) && one.against.difference > 0;
const isBehind = (one: Other) => isSure(one) && one.against.difference < 0;

/** Whether the default is the best of a column, and if not, what is, by how much, and how sure that is. */
export function judge({ label, figures }: Column): string {
  const [own, ...rest] = figures;
  const [best] = byMean(rest.filter(isOther));
  if (best === undefined || best.mean <= own.mean)
    return `By ${label} nothing is ahead of the default, ${show(own.mean)}.`;
  const { difference, interval, pValue } = best.against;
  const range = `95 % ${signed(interval[0])} to ${signed(interval[1])}`;
  return (
    `By ${label} **the default is not the best**: ${best.configuration} has ${show(best.mean)} against ${show(own.mean)} ` +
    `(${signed(difference)}, ${range}, ${showP(pValue)}), ${isSure(best) ? 'more than chance' : 'which may be chance'}.`
  );
}

/** Names what is ahead of the default, and what behind it, by more than chance; at most a sentence each. */
export function nameOthers({ label, figures }: Column): string[] {
  const [own, ...rest] = figures;
  const others = byMean(rest.filter(isOther));
  return (['ahead', 'behind'] as const).flatMap((side) => {
    const found = others.filter(side === 'ahead' ? isAhead : isBehind);
    if (found.length === 0) return [];
    const list = found.map(({ configuration, mean }) => `${configuration} (${show(mean)})`).join(', ');
    return [`By ${label}, where the default has ${show(own.mean)}, ${side} by more than chance: ${list}.`];
  });
}

const byMean = (figures: readonly Other[]) => figures.toSorted((a, b) => b.mean - a.mean);
