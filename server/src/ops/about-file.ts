import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type About, aboutSchema } from '@keydesk/shared/administration/installation';
import { AppError, appError } from '@keydesk/shared/core/errors';
import { ZodError } from 'zod';
import { describeFileError } from '../core/files/file-errors.ts';

/**
 * Read on every request so that an edit shows at once.
 * @throws ABOUT_NOT_FOUND if no file is configured or it is missing; an invalid file is a server
 *   error
 */
export async function readAbout(path: string | undefined): Promise<About> {
  if (!path) throw appError('ABOUT_NOT_FOUND');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw appError('ABOUT_NOT_FOUND');
    throw error;
  });
  return aboutSchema.parse(JSON.parse(text));
}

/** Why the file cannot be shown, in one line; undefined if it can. */
export async function aboutFileError(path: string): Promise<string | undefined> {
  try {
    await readAbout(path);
    return undefined;
  } catch (error) {
    return `${resolve(path)} ${describeError(error as Error)}`;
  }
}

function describeError(error: NodeJS.ErrnoException): string {
  if (error instanceof AppError) return 'does not exist.';
  if (error instanceof SyntaxError) return `is not JSON: ${error.message}`;
  if (error instanceof ZodError) {
    const [issue] = error.issues;
    return `does not hold what the About page shows: ${issue?.path.join('.')}: ${issue?.message}`;
  }
  return describeFileError(error);
}
