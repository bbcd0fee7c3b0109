import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A mail that was written to a file, as a page may list it. */
export type StoredMail = { file: string; to: string; subject: string; date: string };

/** The oldest are removed beyond these. */
const maxFiles = 200;

export async function writeToFolder(folder: string, id: string, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  await writeFile(join(folder, `${time}-${id}.eml`), message, { mode: 0o600 });
  const files = await listFiles(folder);
  for (const file of files.slice(0, -maxFiles)) await rm(join(folder, file), { force: true });
}

/** The mails in the folder, the newest first; none if there is no such folder. */
export async function listStoredMails(folder: string): Promise<StoredMail[]> {
  const files = (await listFiles(folder)).reverse().slice(0, 50);
  return Promise.all(
    files.map(async (file) => {
      const head = headersOf(await readFile(join(folder, file), 'utf8'));
      return { file, to: head('To'), subject: head('Subject'), date: head('Date') };
    }),
  );
}

/** A mail as it was written; undefined if there is no such file. */
export async function readStoredMail(folder: string, file: string): Promise<string | undefined> {
  if (!(await listFiles(folder)).includes(file)) return undefined;
  return readFile(join(folder, file), 'utf8');
}

async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => /^[\w-]+\.eml$/.test(name)).sort();
}

function headersOf(message: string): (name: string) => string {
  const [head = ''] = message.split(/\r?\n\r?\n/);
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return (name) => {
    const line = lines.find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`));
    return decodeWords(line?.slice(name.length + 1).trim() ?? '');
  };
}

/** Encoded words, in which headers carry letters beyond ASCII. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : Buffer.from(
            word
              .replace(/_/g, ' ')
              .replace(/=([0-9a-f]{2})/gi, (_match, hex: string) =>
                String.fromCharCode(Number.parseInt(hex, 16)),
              ),
            'latin1',
          ).toString(),
    );
}
