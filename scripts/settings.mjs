import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** Reads `.env` unless the environment has settings already, as under systemd and in an image. */
export function readSettings() {
  const file = join(root, '.env');
  if (process.env.KEYDESK_ENV || !existsSync(file)) return;
  try {
    process.loadEnvFile(file);
  } catch ({ message }) {
    process.stderr.write(`The settings cannot be read: ${message}\n`);
    process.exit(1);
  }
}
