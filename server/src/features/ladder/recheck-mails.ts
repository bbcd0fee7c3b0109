import type { Connection, Database } from '../../platform/db/client.ts';
import { findCurrentRequestMessages } from '../access/index.ts';
import type { RecheckMails } from '../mail/index.ts';
import {
  bundleText,
  currentContent,
  findBundled,
  findRequestsOf,
  findUnchangedLoans,
} from '../notifications/index.ts';

/** Rechecks mails in the moment in which they are sent (`still-true`). */
export function recheckMails(db: Database, timezone: () => string): RecheckMails {
  return async (mails, now) => {
    const open = await findUnchangedLoans(
      db,
      mails.flatMap(({ claims }) => claims),
    );
    const clock = { now, timezone: timezone() };
    const over = await findObsoleteMessages(db, mails);
    const bundled = await findBundled(
      db,
      mails.map(({ id }) => id),
    );
    return new Map(
      mails.map(({ subject: title, text, ...mail }) => {
        const holds = bundled.get(mail.id);
        const message = holds ? bundleText(mail.kind, holds) : text;
        const content = { ...mail, title, message };
        return [mail.id, over.has(mail.id) ? null : currentContent(content, open, clock)];
      }),
    );
  };
}

/** Those of these mails whose request is not theirs to decide any more, or whose access has ended. */
async function findObsoleteMessages(
  db: Connection,
  mails: readonly { id: string; userId: string; kind: string }[],
): Promise<ReadonlySet<string>> {
  const ids = mails.filter(({ kind }) => kind === 'access').map(({ id }) => id);
  const requests = await findRequestsOf(db, ids);
  const messages = mails.flatMap(({ id, userId }) => {
    const requestId = requests.get(id);
    return requestId === undefined ? [] : [{ id, userId, requestId }];
  });
  const stillTrue = await findCurrentRequestMessages(db, messages);
  return new Set(messages.map(({ id }) => id).filter((id) => !stillTrue.has(id)));
}
