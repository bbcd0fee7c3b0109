import type { Database } from '../../platform/db/client.ts';
import type { RecheckMails } from '../mail/index.ts';
import { contentNow, findStillTrue } from '../notifications/index.ts';

/** Rechecks mails in the moment in which they are sent (`still-true`). */
export function recheckMails(db: Database, timezone: () => string): RecheckMails {
  return async (mails, now) => {
    const open = await findStillTrue(
      db,
      mails.flatMap(({ claims }) => claims),
    );
    const clock = { now, timezone: timezone() };
    return new Map(
      mails.map(({ subject: title, text: message, ...mail }) => [
        mail.id,
        contentNow({ ...mail, title, message }, open, clock),
      ]),
    );
  };
}
