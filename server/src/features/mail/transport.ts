import { createTransport } from 'nodemailer';
import type { MailConfig } from '../../config.ts';
import type { ComposedMail } from './compose.ts';
import { writeToFolder } from './eml-folder.ts';

type OutgoingMail = ComposedMail & {
  id: string;
  to: { name: string; address: string };
};

/** Hands a mail to the mail server, or writes it to a folder. Rejects with a `MailError`. */
export type MailTransport = (mail: OutgoingMail) => Promise<void>;

/** A failed attempt; another one is of no use if it is permanent. */
export class MailError extends Error {
  readonly permanent: boolean;
  constructor(message: string, permanent: boolean) {
    super(message);
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

/** Asks the mail server whether it would take mail from us. Rejects with what it says. */
export async function verifyMailServer(url: string): Promise<void> {
  const transporter = createTransport({ url, ...timeouts });
  await withTimeout(transporter.verify());
}

/** The same id in every attempt, so that a mail that arrives twice can be told for what it is. */
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
 * The recipient or this very mail is refused for good. A refused sender or password is a matter of
 * settings, and worth another attempt.
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
