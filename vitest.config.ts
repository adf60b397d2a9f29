import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { ProcessesFirst } from './test/support/processes-first.ts';

export default defineConfig({
  test: {
    include: ['{src,test,bench,training,web}/**/*.test.ts'],
    globalSetup: ['test/support/shared-folder.ts'],
    setupFiles: ['test/support/seed.ts'],
    // Ends what hangs; what is only slow, on a machine that is slow or has others to serve, is not to fail.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Loading the modules anew for every file took longer than the tests. What a test changes for all is put back.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    // Some wait for servers and processes: another one has the time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: ProcessesFirst },
  },
});
