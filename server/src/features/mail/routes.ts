import { api } from '@keydesk/shared/api';
import { appError } from '@keydesk/shared/errors';
import type { User } from '@keydesk/shared/users/user';
import type { Config } from '../../config.ts';
import { type Database, transact } from '../../platform/db/client.ts';
import { newId } from '../../platform/db/ids.ts';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import { recordAudit } from '../audit/index.ts';
import { composeMail } from './compose.ts';
import { createMailTransport } from './transport.ts';

type MailDeps = { config: Pick<Config, 'mail' | 'productName' | 'publicUrl'> };

/** The route with which an admin tries whether mail arrives. */
export const addMailRoutes: AddRoutes<MailDeps> = (app, deps) => {
  defineRoute(app, deps.routes, api.sendTestMail, async ({ principal }) => {
    await sendTestMail(deps, principal.user);
    return success({ message: `A test mail was sent to ${principal.user.email}.` });
  });
};

/**
 * Sends a mail to the caller at once, past the outbox, so that they read what the mail server says.
 * @throws MAIL_OFF, MAIL_REFUSED
 */
async function sendTestMail(
  { config, db }: MailDeps & { db: Database },
  { id, name, email }: User,
): Promise<void> {
  if (!config.mail) throw appError('MAIL_OFF');
  await transact(db, (tx) => recordAudit(tx, { action: 'send-test-mail', actorId: id }));
  const content = {
    title: `Test mail from ${config.productName}`,
    message: 'Mail works: you have asked for this message on the System page.',
    link: '/dashboard/admin/system',
  };
  try {
    const mail = { id: newId(), to: { name, address: email }, ...composeMail(content, config) };
    await createMailTransport(config.mail)(mail);
  } catch (error) {
    throw appError('MAIL_REFUSED', (error as Error).message);
  }
}
