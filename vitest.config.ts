import { defineConfig } from 'vitest/config';
import { makeTexts } from './scripts/make-texts.mjs';

await makeTexts();

/** How many times as much strange input as usual the fuzz tests send. */
const provide = { thoroughness: Number(process.env.THOROUGHNESS ?? 1) };

/**
 * The files of a worker share its modules: to load them for each file anew takes longer than most
 * tests. So what a test replaces it puts back.
 */
const isolate = false;

/** Long enough beside any other work, so that only what hangs is ended by it. */
const patience = {
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  test: {
    // The standard leaves a core idle, which on two cores is half of them.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'shared',
          include: ['shared/src/**/*.test.ts'],
          isolate,
          provide,
          ...patience,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          isolate,
          provide,
          globalSetup: ['server/test/built-server.mjs', 'server/test/postgres-server.ts'],
          ...patience,
        },
      },
      { test: { name: 'packages', include: ['packages/**/*.test.ts'], isolate, ...patience } },
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'], isolate, ...patience } },
      { test: { name: 'web', include: ['web/src/**/*.test.ts'], isolate, ...patience } },
      {
        test: {
          name: 'components',
          include: ['web/src/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['web/src/lib/testing/component-setup.ts'],
          isolate,
          ...patience,
        },
      },
    ],
  },
});
