import type { Plugin } from 'vite';

type Span = { start: number; end: number };

/**
 * Marks what the shared contract builds at load time as free of effects, so that a schema which the
 * browser never reads is dropped from the bundle, and the schema library with it.
 */
export const pureContract = (): Plugin => ({
  name: 'keydesk:pure-contract',
  apply: 'build',
  transform(code, id) {
    if (!/\/shared\/src\/.*\.ts$/.test(id)) return null;
    const built: Span[] = this.parse(code).body.flatMap((statement) => {
      const declaration =
        statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
      if (declaration?.type !== 'VariableDeclaration') return [];
      return declaration.declarations.flatMap(({ init }) =>
        init?.type === 'CallExpression' || init?.type === 'NewExpression' ? [init] : [],
      );
    });
    return built.reduceRight(
      (text, { start, end }) =>
        `${text.slice(0, start)}/* @__PURE__ */ (() => ${text.slice(start, end)})()${text.slice(end)}`,
      code,
    );
  },
});
