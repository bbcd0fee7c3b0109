import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../../web/dist/theme.js', import.meta.url));

/** What admits the script that the built sign-in page holds in itself, to paint without waiting. */
export const inlineScriptSources = (): string[] =>
  existsSync(file)
    ? [`'sha256-${createHash('sha256').update(readFileSync(file)).digest('base64')}'`]
    : [];
