import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** How the server treats a mail to an address. */
export type Treatment = 'take' | 'busy' | 'refuse' | 'refuse-text' | 'drop' | 'slow' | 'hang';

type ReceivedMail = Pick<ParsedMail, 'subject' | 'text' | 'html' | 'messageId'> & {
  to: string;
  source: string;
};

export type MailServer = {
  url: string;
  received: ReceivedMail[];
  /** Started deliveries, with any outcome. */
  attempts: number;
  /** Mails that it has received completely and never answered. */
  hanging: readonly string[];
  close(): Promise<void>;
};

export async function openMailServer(
  treat: (to: string) => Treatment = () => 'take',
): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const state = { attempts: 0, hanging: [] as string[] };
  const treatments = new Map<string, Treatment>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo({ address }, session, done) {
      state.attempts += 1;
      const treatment = treat(address);
      treatments.set(session.id, treatment);
      if (treatment === 'busy') return done(reply(421, 'Too busy, come back later'));
      if (treatment === 'refuse') return done(reply(550, `<${address}>: No such mailbox`));
      return done();
    },
    onData(stream, session, done) {
      const treatment = treatments.get(session.id);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (treatment === 'hang') return state.hanging.push(Buffer.concat(chunks).toString());
        if (treatment === 'drop') return socketOf(session.id)?.destroy();
        if (treatment === 'refuse-text') return done(reply(554, 'This looks like spam'));
        if (treatment === 'slow') await new Promise((resolve) => setTimeout(resolve, 30));
        const source = Buffer.concat(chunks).toString();
        const { subject, text, html, messageId } = await simpleParser(source);
        const [{ address: to } = { address: '' }] = session.envelope.rcptTo;
        received.push({ to, subject, text, html, messageId, source } as ReceivedMail);
        return done();
      });
    },
  });
  const socketOf = (id: string) =>
    [...server.connections].find((connection) => connection.id === id)?._socket;
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    get attempts() {
      return state.attempts;
    },
    hanging: state.hanging,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
