import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { t } from '@keydesk/shared/texts/en/mails';
import { directionOf, spokenLanguage } from '@keydesk/shared/texts/translator';
import { createTransport } from 'nodemailer';
import type { MailConfig } from '../../config/config.ts';
import type { MessageContent } from './messages.ts';

type ComposedMail = { subject: string; text: string; html: string };

type Sender = { publicUrl: string; productName: string };

/** One column, nothing loaded from elsewhere; opening a link changes nothing. */
export function composeMail(
  { title, message, link }: MessageContent,
  { publicUrl, productName }: Sender,
): ComposedMail {
  const address = new URL(link ?? '/dashboard/notifications', publicUrl).href;
  const choices = new URL('/dashboard/profile', publicUrl).href;
  const why = t('why', { productName });
  return {
    subject: title,
    text: `${message}\n\n${t('open-at', { productName })}\n${address}\n\n-- \n${why}:\n${choices}\n`,
    html: page(
      title,
      `<p style="margin:0 0 8px;font-size:14px;color:#52626b">${escapeHtml(productName)}</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(title)}</h1>
<p style="margin:0 0 24px">${withWholeCodes(escapeHtml(message))}</p>
<p style="margin:0 0 32px"><a href="${escapeHtml(address)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0f5f73;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(t('open', { productName }))}</a></p>
<p style="margin:0;font-size:13px;color:#52626b">${escapeHtml(why)}: <a dir="ltr" href="${escapeHtml(choices)}" style="color:#0f5f73">${escapeHtml(choices)}</a></p>`,
    ),
  };
}

/** Sent when an admin tests email. */
export function testMail(productName: string): MessageContent {
  return {
    title: t('test-title', { productName }),
    message: t('test'),
    link: '/dashboard/admin/system',
  };
}

function page(title: string, body: string): string {
  const language = `lang="${spokenLanguage()}" dir="${directionOf(spokenLanguage())}"`;
  // Web mail shows what is in the body within a page of its own, so the language is said there too.
  return `<!doctype html>
<html ${language}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:24px 16px;background:#f4f6f7;color:#14212a;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div ${language} style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px;overflow-wrap:anywhere">
${body}
</div>
</body>
</html>
`;
}

/** Mail programs would break a line after the hyphen of a key number. */
function withWholeCodes(html: string): string {
  return html.replace(
    /[\p{L}\d]{1,12}(-[\p{L}\d]{1,12})+/gu,
    (code) => `<span style="white-space:nowrap">${code}</span>`,
  );
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

type OutgoingMail = ComposedMail & {
  id: string;
  to: { name: string; address: string };
};

/** Sends an email through the mail server, or writes it to a folder. Rejects with a `MailError`. */
export type MailTransport = (mail: OutgoingMail) => Promise<void>;

/**
 * A failed attempt; `permanent` rules out another one. Server messages may quote an address, which
 * neither the log nor the outbox may contain.
 */
export class MailError extends Error {
  readonly permanent: boolean;
  constructor(message: string, permanent: boolean) {
    super(message.slice(0, 1_000).replace(/<?[^\s<>@]+@[^\s<>@]+>?/g, '…'));
    this.permanent = permanent;
  }
}

const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};
/** For the whole attempt, as a server may answer slowly at every step; shorter than a lease. */
const attemptMs = 90_000;

export function createMailTransport(config: MailConfig): MailTransport {
  if (config.to === 'folder') {
    const transporter = createTransport({ streamTransport: true, buffer: true });
    return async (mail) => {
      const { message } = await transporter.sendMail(messageFor(mail, config.from));
      await writeToFolder(config.folder, mail.id, message as Buffer);
    };
  }
  const transporter = createTransport({ url: config.url, ...timeouts });
  return async (mail) => {
    try {
      await withTimeout(transporter.sendMail(messageFor(mail, config.from)));
    } catch (error) {
      throw new MailError((error as Error).message, isPermanent(error as SmtpError));
    }
  };
}

/** Rejects with the server's message if it would not accept emails from us. */
export async function verifyMailServer(url: string): Promise<void> {
  const transporter = createTransport({ url, ...timeouts });
  await withTimeout(transporter.verify());
}

/** The message id is the same in every attempt, so that mail programs detect duplicates. */
function messageFor({ id, to, subject, text, html }: OutgoingMail, from: string) {
  const domain = from.replace(/^.*@/, '').replace(/>.*$/, '');
  return {
    from,
    to,
    subject,
    text,
    html,
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableUrlAccess: true,
    disableFileAccess: true,
  };
}

type SmtpError = Error & { responseCode?: number; command?: string };

/**
 * The server permanently refuses the recipient or this email. A refused sender or password is a
 * matter of settings, and worth another attempt.
 */
function isPermanent({ responseCode = 0, command }: SmtpError): boolean {
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
}

async function withTimeout<T>(attempt: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server took too long')), attemptMs);
  });
  try {
    return await Promise.race([attempt, late]);
  } finally {
    clearTimeout(timer);
  }
}

export type StoredMail = { file: string; to: string; subject: string; date: string };

/** Beyond these, the oldest are deleted. */
const maxFiles = 200;

async function writeToFolder(folder: string, id: string, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  await writeFile(join(folder, `${time}-${id}.eml`), message, { mode: 0o600 });
  const files = await listFiles(folder);
  for (const file of files.slice(0, -maxFiles)) await rm(join(folder, file), { force: true });
}

/** Newest first; none if the folder is missing. */
export async function listStoredMails(folder: string): Promise<StoredMail[]> {
  const files = (await listFiles(folder)).reverse().slice(0, 50);
  return Promise.all(
    files.map(async (file) => {
      const head = headersOf(await readFile(join(folder, file), 'utf8'));
      return { file, to: head('To'), subject: head('Subject'), date: head('Date') };
    }),
  );
}

/** Undefined if there is no such file. */
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

/** Decodes header words beyond ASCII (RFC 2047). */
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
