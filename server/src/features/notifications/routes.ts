import { api } from '@keydesk/shared/api';
import type { AddRoutes } from '../../app-deps.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import { markAllNotifications, markNotification, readNotifications } from './service.ts';

export const addNotificationRoutes: AddRoutes = (app, deps) => {
  const { db, routes } = deps;

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
};
