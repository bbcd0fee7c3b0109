import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { finishBuild } from './build/finish-build.ts';
import { linkLanguages } from './build/link-languages.ts';
import { oldestBrowsers } from './build/oldest-browsers.ts';
import { pureContract, routeRows } from './build/shared-contract.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

/**
 * What every page of its kind needs comes in one script with all that it imports. Left to themselves
 * these modules make dozens of scripts, and over a slow network requests take longer than bytes.
 */
const groups = [
  { name: 'main', test: /\/(web\/src\/main\.tsx|shared\/src\/core\/is-id\.ts)$/, priority: 3 },
  // Apart, or the first group with a module that knows a schema takes the whole library along.
  { name: 'schemas', test: /\/node_modules\/zod\/|\/shared\/src\/core\/fields\.ts$/, priority: 2 },
  {
    name: 'app',
    test: /\/web\/src\/app\/(app|routes\/(dashboard-shell|faculty-page))\.tsx$/,
    priority: 1,
  },
  { name: 'code', test: /\/web\/src\/features\/loans\/codes\/code-modal\.tsx$/, priority: 0 },
];

/** Set when the repository's own path would be misread, and a link with a plain name leads to it. */
const preserveSymlinks = process.env.NODE_OPTIONS?.includes('--preserve-symlinks') ?? false;

export default defineConfig({
  root: import.meta.dirname,
  resolve: { preserveSymlinks },
  plugins: [routeRows(), pureContract(), react(), tailwindcss(), linkLanguages(), finishBuild()],
  server: {
    proxy: {
      '/api': server,
      '/local-identity': server,
      '/socket.io': { target: server, ws: true },
    },
  },
  build: {
    target: oldestBrowsers,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
