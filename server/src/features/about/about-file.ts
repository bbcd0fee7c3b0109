import { readFile } from 'node:fs/promises';
import { type About, aboutSchema } from '@keydesk/shared/about/about.routes';
import { refusal } from '@keydesk/shared/errors';

/**
 * What the About page shows, read afresh so that an edit shows at once.
 * @throws ABOUT_NOT_FOUND when no file is configured or it is gone; an unreadable one is our fault.
 */
export const readAbout = async (path: string | undefined): Promise<About> => {
  if (!path) throw refusal('ABOUT_NOT_FOUND');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw refusal('ABOUT_NOT_FOUND');
    throw error;
  });
  return aboutSchema.parse(JSON.parse(text));
};
