import type { Plugin } from 'vite';
import { api } from '../../shared/src/api.ts';
import type { Route } from '../../shared/src/http/route.ts';

/** What the page needs of the route table, without schemas. */
const rows = Object.fromEntries(
  Object.entries<Route>(api).map(([name, { method, path, isRepeatable }]) => [
    name,
    { method, path, isRepeatable },
  ]),
);

/** Serves `shared/src/api.ts` as plain data, which keeps every schema out of the bundle. */
export function routeRows(): Plugin {
  return {
    name: 'keydesk:route-rows',
    enforce: 'pre',
    load: (id) =>
      id.endsWith('/shared/src/api.ts') ? `export const api = ${JSON.stringify(rows)};` : null,
  };
}

/** Expressions with work at load time; a table of routes is an object of calls. */
const pureKinds = new Set(['CallExpression', 'NewExpression', 'ObjectExpression']);

type Span = { start: number; end: number };

/**
 * Marks what the shared contract builds at load time as pure, so that the bundler drops unused
 * schemas, and the schema library with them.
 */
export function pureContract(): Plugin {
  return {
    name: 'keydesk:pure-contract',
    apply: 'build',
    transform(code, id) {
      if (!/\/shared\/src\/.*\.ts$/.test(id)) return null;
      const calls: Span[] = this.parse(code).body.flatMap((statement) => {
        const declaration =
          statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        if (declaration?.type !== 'VariableDeclaration') return [];
        return declaration.declarations.flatMap(({ init }) =>
          init && pureKinds.has(init.type) ? [init] : [],
        );
      });
      return calls.reduceRight(
        (text, { start, end }) =>
          `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`,
        code,
      );
    },
  };
}
