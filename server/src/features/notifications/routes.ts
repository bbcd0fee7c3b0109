import { api } from '@keydesk/shared/api';
import type { User } from '@keydesk/shared/users/user';
import type { AddRoutes } from '../../app-deps.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import { readPreferences, savePreferences } from './preferences.ts';
import { remindHolder } from './remind-holder.ts';
import { markAllNotifications, markNotification, readNotifications } from './service.ts';

export const addNotificationRoutes: AddRoutes = (app, deps) => {
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
  defineRoute(app, routes, api.remindHolder, async ({ params, principal }) => {
    return success({ data: await remindHolder(deps, principal.user, params.id) });
  });
};
