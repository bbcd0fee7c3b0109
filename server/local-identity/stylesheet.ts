import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The pages' one stylesheet. Its address changes with its content, so it may be cached for good. */
export const stylesheet = readFileSync(new URL('./local-identity.css', import.meta.url), 'utf8');

const version = createHash('sha256').update(stylesheet).digest('hex').slice(0, 12);

export const stylesheetPath = `/assets/local-identity-${version}.css`;
