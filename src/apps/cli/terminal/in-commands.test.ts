import { expect, it } from 'vitest';
import { inCommands } from './in-commands.ts';

it('names the commands for what the library calls its methods and settings', () => {
  const hint = 'Nothing has been added there yet: add documents, or name the right folder as `store`.';
  expect(inCommands(hint)).toBe(
    'Nothing has been added there yet: add documents with `pincite add <files>`, or name the right folder as --store.',
  );
  expect(inCommands('It may be in another collection, or have been removed.')).toBe(
    'It may be in another collection, or have been removed. `pincite list` says what there is.',
  );
  expect(inCommands('Embed it again (`reembed`), or check it (`check`).')).toBe(
    'Embed it again (`pincite reembed`), or check it (`pincite doctor --deep`).',
  );
});

it('leaves other hints as they are', () => {
  const hint = 'Check the `llm` part of the configuration.';
  expect(inCommands(hint)).toBe(hint);
});
