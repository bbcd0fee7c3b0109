import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtWeb } from './built-web.ts';

const file = join(builtWeb, 'theme.js');

/** What admits the script that the built sign-in page holds in itself, to paint without waiting. */
export const inlineScriptSources = (): string[] =>
  existsSync(file) ? [`'sha256-${hash('sha256', readFileSync(file), 'base64')}'`] : [];
