import { expect, it } from 'vitest';
import { retrievalModes } from '../../config.ts';
import { chunkingMethods, chunkingPresets } from '../../config/chunking.ts';
import { methods, modes, presets } from './choices.ts';

it('flags take what the configuration takes', () => {
  expect(modes).toEqual(retrievalModes);
  expect(methods).toEqual(chunkingMethods);
  expect(presets).toEqual(Object.keys(chunkingPresets));
});
