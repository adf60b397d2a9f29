import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { ProcessesFirst } from './test/support/processes-first.ts';

export default defineConfig({
  test: {
    include: ['{src,test,bench,training,web}/**/*.test.ts'],
    globalSetup: ['test/support/shared-folder.ts'],
    setupFiles: ['test/support/seed.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Loading the modules anew for every file took longer than the tests. What a test changes for all is put back.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    // Some wait for servers and processes: another one has the time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: ProcessesFirst },
  },
});
