import type { Plugin } from 'vite';
import { aboutRoutes } from '../../shared/src/administration/installation.ts';
import { api } from '../../shared/src/api.ts';
import type { Route } from '../../shared/src/http/route.ts';
import { sessionRoutes } from '../../shared/src/session/routes.ts';

/** Those that the sign-in page can call. */
const first = rowsOf({ ...sessionRoutes, ...aboutRoutes });
const others = Object.fromEntries(Object.entries(rowsOf(api)).filter(([name]) => !(name in first)));

/** What the page needs of the route table, without schemas. */
function rowsOf(routes: Record<string, Route>) {
  return Object.fromEntries(
    Object.entries(routes).map(([name, { method, path, isRepeatable }]) => [
      name,
      { method, path, isRepeatable },
    ]),
  );
}

const otherRows = 'virtual:other-route-rows';

/**
 * Serves `shared/src/api.ts` as plain data, which keeps every schema out of the bundle. All but the
 * sign-in page's routes come with the application.
 */
export function routeRows(): Plugin {
  return {
    name: 'keydesk:route-rows',
    enforce: 'pre',
    resolveId: (id) => (id === otherRows ? { id: `\0${id}`, moduleSideEffects: true } : null),
    load(id) {
      if (id.endsWith('/shared/src/api.ts')) return `export const api = ${JSON.stringify(first)};`;
      if (id !== `\0${otherRows}`) return null;
      return `import { api } from '@keydesk/shared/api'; Object.assign(api, ${JSON.stringify(others)});`;
    },
    transform: (code, id) =>
      id.endsWith('/web/src/app/app.tsx') ? `import ${JSON.stringify(otherRows)};\n${code}` : null,
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
