import { api } from '@keydesk/shared/api';
import type { User } from '@keydesk/shared/users/user';
import type { Config } from '../../config.ts';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { readPreferences, savePreferences } from './preferences.ts';
import { markAllNotifications, markNotification, readNotifications } from './service.ts';

export const addNotificationRoutes: AddRoutes<{
  publisher: Publisher;
  config: Pick<Config, 'mail'>;
}> = (app, deps) => {
  const { config, db, routes } = deps;

  defineRoute(app, routes, api.listNotifications, async ({ query, principal }) =>
    success({ data: await readNotifications(db, principal.user.id, query) }),
  );
  defineRoute(app, routes, api.markNotificationRead, async ({ params, principal }) =>
    success({ data: await markNotification(deps, principal.user.id, params.id, true) }),
  );
  defineRoute(app, routes, api.markNotificationUnread, async ({ params, principal }) =>
    success({ data: await markNotification(deps, principal.user.id, params.id, false) }),
  );
  defineRoute(app, routes, api.markAllNotificationsRead, async ({ principal }) =>
    success({ data: { modifiedCount: await markAllNotifications(deps, principal.user.id) } }),
  );
  const preferencesOf = async (user: User) => ({
    mail: config.mail !== null,
    kinds: await readPreferences(db, user),
  });
  defineRoute(app, routes, api.getMessagePreferences, async ({ principal }) =>
    success({ data: await preferencesOf(principal.user) }),
  );
  defineRoute(app, routes, api.putMessagePreferences, async ({ body, principal }) => {
    await savePreferences(db, principal.user, body.kinds);
    return success({ message: 'Saved', data: await preferencesOf(principal.user) });
  });
};
