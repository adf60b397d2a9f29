import type { Adaptation, AdaptationOptions, AdaptationText } from '../embed/adapt/adapt.ts';

/** Learns from documents what their words mean; gives another table for the built-in model, or says to keep it. */
export type Train = (
  base: Uint8Array,
  documents: AsyncIterable<AdaptationText>,
  options: AdaptationOptions,
) => Promise<Adaptation>;

export const train: Train = async (base, documents, options) => {
  const { adapt } = await import('../embed/adapt/adapt.ts');
  return adapt(base, documents, options);
};
