import { api } from '@keydesk/shared/api';
import { appError } from '@keydesk/shared/core/errors';
import type { User } from '@keydesk/shared/people/user';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import { t as inputText } from '@keydesk/shared/texts/en/input';
import type { Config } from '../../config/config.ts';
import { type Database, transact } from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import type { AddRoutes } from '../../http/define-route.ts';
import { inLanguageOf } from '../../http/language.ts';
import type { Principal } from '../../http/principal.ts';
import { recordAudit } from '../audit/record.ts';
import type { Publisher } from '../live/publisher.ts';
import { composeMail, createMailTransport, testMail } from './mail.ts';
import {
  markAllNotifications,
  markNotification,
  readNotifications,
  readPreferences,
  savePreferences,
} from './notifications.ts';
import { deleteSubscription, isPushService, saveSubscription } from './push-subscriptions.ts';

export const addMessageRoutes: AddRoutes<
  MailDeps & { config: Pick<Config, 'pushHosts'>; publisher: Publisher }
> = (serve, deps) => {
  const { config, db } = deps;

  serve(api.listNotifications, async ({ query, principal }) => ({
    data: await inLanguageOf(principal.user, () => readNotifications(db, principal.user.id, query)),
  }));
  const mark = async ({ user }: Principal, id: string, read: boolean) => ({
    data: await inLanguageOf(user, () => markNotification(deps, user.id, id, read)),
  });
  serve(api.markNotificationRead, async ({ params, principal }) =>
    mark(principal, params.id, true),
  );
  serve(api.markNotificationUnread, async ({ params, principal }) =>
    mark(principal, params.id, false),
  );
  serve(api.markAllNotificationsRead, async ({ body, principal }) => ({
    data: await markAllNotifications(deps, principal.user.id, body.until),
  }));
  const preferencesOf = async (user: User) => ({
    mail: config.mail !== null,
    kinds: await readPreferences(db, user),
  });
  serve(api.getMessagePreferences, async ({ principal }) => ({
    data: await preferencesOf(principal.user),
  }));
  serve(api.putMessagePreferences, async ({ body, principal }) => {
    await savePreferences(db, principal.user, body.kinds);
    return { message: answer('saved'), data: await preferencesOf(principal.user) };
  });
  serve(api.sendTestMail, async ({ principal }) => {
    await sendTestMail(deps, principal.user);
    return { message: answer('test-mail-sent', principal.user) };
  });
  serve(api.subscribePush, async ({ body, principal }) => {
    if (!isPushService(body.subscription.endpoint, config.pushHosts))
      throw appError('BAD_INPUT', { issue: inputText('unknown-push-service') });
    const { user, sessionId } = principal;
    await saveSubscription(db, { userId: user.id, sessionId }, body.subscription);
    return { message: answer('push-on') };
  });
  serve(api.unsubscribePush, async ({ body, principal }) => {
    await deleteSubscription(db, body.endpoint, principal.user.id);
    return { message: answer('push-off') };
  });
};

type MailDeps = { config: Pick<Config, 'mail' | 'productName' | 'publicUrl'> };

/** Sends an email to the caller at once, bypassing the outbox, to show the mail server's answer. */
async function sendTestMail(
  { config, db }: MailDeps & { db: Database },
  user: User,
): Promise<void> {
  if (!config.mail) throw appError('MAIL_OFF');
  const { id, name, email } = user;
  await transact(db, (tx) => recordAudit(tx, { action: 'send-test-mail', actorId: id }));
  try {
    const { productName } = config;
    const composed = inLanguageOf(user, () => composeMail(testMail(productName), config));
    const mail = { id: newId(), to: { name, address: email }, ...composed };
    await createMailTransport(config.mail)(mail);
  } catch (error) {
    throw appError('MAIL_REFUSED', { reason: (error as Error).message });
  }
}
