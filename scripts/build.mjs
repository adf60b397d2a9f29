/** Builds `dist/`: the library's entry points and the program, with type declarations. */
import { build } from 'tsdown';

await build({
  config: false,
  entry: {
    index: 'src/index.ts',
    evaluate: 'src/evaluate/index.ts',
    schemas: 'src/types.ts',
    cli: 'src/apps/cli/main.ts',
    'reader-process': 'src/knowledge-base/reader-process.ts',
  },
  platform: 'node',
  target: 'node20',
  dts: true,
  clean: true,
  logLevel: 'error',
});
