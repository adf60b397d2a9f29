import { expect, it } from 'vitest';
import { answerFormats as libraryFormats } from '../../../answer/export/export-answer.ts';
import {
  fusionMethods as libraryFusionMethods,
  retrievalModes,
} from '../../../config/settings/retrieval-choices.ts';
import { chunkingMethods, chunkingPresets } from '../../../config/settings/chunking.ts';
import { answerFormats, fusionMethods, methods, modes, presets } from './choices.ts';

it('flags take what the library takes', () => {
  expect(modes).toEqual(retrievalModes);
  expect(fusionMethods).toEqual(libraryFusionMethods);
  expect(methods).toEqual(chunkingMethods);
  expect(answerFormats).toEqual(libraryFormats);
  expect(presets).toEqual(Object.keys(chunkingPresets));
});
