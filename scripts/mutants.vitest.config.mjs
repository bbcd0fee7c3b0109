import { defineConfig } from 'vitest/config';

/** The unit tests of rules alone: those of the other projects need a database. */
export default defineConfig({
  test: { include: ['shared/src/**/*.test.ts'], provide: { thoroughness: 1 }, testTimeout: 60_000 },
});
