import { expect, it } from 'vitest';
import { answerFormats as libraryFormats } from '../../answer/export/export-answer.ts';
import { retrievalModes } from '../../config.ts';
import { chunkingMethods, chunkingPresets } from '../../config/chunking.ts';
import { answerFormats, methods, modes, presets } from './choices.ts';

it('flags take what the library takes', () => {
  expect(modes).toEqual(retrievalModes);
  expect(methods).toEqual(chunkingMethods);
  expect(answerFormats).toEqual(libraryFormats);
  expect(presets).toEqual(Object.keys(chunkingPresets));
});
