import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    evaluate: 'src/evaluate/index.ts',
    schemas: 'src/types.ts',
    cli: 'src/apps/cli/main.ts',
  },
  platform: 'node',
  target: 'node20',
  dts: true,
  clean: true,
});
