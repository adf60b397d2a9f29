import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,test,bench,training}/**/*.test.ts'],
    setupFiles: ['test/support/seed.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
