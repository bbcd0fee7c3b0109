import type { Plugin } from 'vite';
import { api } from '../../shared/src/api.ts';

/** The route table as the browser needs it: methods and paths. Schemas stay on the server. */
const rows = Object.fromEntries(
  Object.entries(api).map(([name, { method, path }]) => [name, { method, path }]),
);

/** Serves `shared/src/api.ts` as plain data, which keeps every schema out of the bundle. */
export const routeRows = (): Plugin => ({
  name: 'keydesk:route-rows',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('/shared/src/api.ts') ? `export const api = ${JSON.stringify(rows)};` : null,
});
