import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Every file below `folder`, by its path from there with forward slashes. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
