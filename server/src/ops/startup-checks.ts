import { once } from 'node:events';
import { accessSync, constants, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { fontFileError } from '../core/files/file-errors.ts';
import { aboutFileError } from './about-file.ts';

/**
 * Why this machine cannot use the settings, one line per error. Checked before anything is created,
 * so that a start that cannot succeed leaves nothing behind.
 */
export async function findStartupErrors(config: Config): Promise<string[]> {
  return [...(await findFileErrors(config)), await portError(config)].filter(isMessage);
}

async function portError({ host, port }: Config): Promise<string | undefined> {
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    return listenError(error as NodeJS.ErrnoException, host, port);
  }
  server.close();
  await once(server, 'close');
  return undefined;
}

function listenError({ code, message }: NodeJS.ErrnoException, host: string, port: number) {
  switch (code) {
    case 'EADDRINUSE':
      return `PORT: ${port} is already in use on ${host}. End the program that uses it, or set PORT to another one.`;
    case 'EACCES':
      return `PORT: this account may not use ${port}. Set PORT to one above 1023, and let a proxy forward to it.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST: ${host} is not an address of this machine.`;
    default:
      return `PORT: cannot listen on ${host}:${port}: ${message}`;
  }
}

function isMessage(error: string | false | undefined): error is string {
  return Boolean(error);
}

/** Errors that can be checked while Keydesk runs. */
export async function findFileErrors({ aboutFile, pdfFonts, databaseUrl, dataDir }: Config) {
  const about = aboutFile && (await aboutFileError(aboutFile));
  const fonts = await Promise.all(pdfFonts.map(fontFileError));
  return [
    about && `ABOUT_FILE: ${about}`,
    ...fonts.map((error) => error && `PDF_FONTS: ${error}`),
    !databaseUrl && folderError('DATA_DIR', resolve(dataDir)),
  ].filter(isMessage);
}

/** Folders are created when needed, so the nearest existing parent has to be writable. */
export function folderError(setting: string, path: string, target = path): string | undefined {
  const inside = path === target ? '' : `, in which ${target} would be made,`;
  try {
    if (!statSync(path).isDirectory()) return `${setting}: ${path}${inside} is not a directory.`;
    accessSync(path, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if ((code === 'ENOENT' || code === 'ENOTDIR') && path !== dirname(path))
      return folderError(setting, dirname(path), target);
    const reason =
      code === 'EACCES' || code === 'EROFS' ? 'is not writable by this account' : message;
    return `${setting}: ${path}${inside} ${reason}.`;
  }
}
