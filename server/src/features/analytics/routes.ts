import { api } from '@keydesk/shared/api';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import type { WatchedDue } from '../due/current-due.ts';
import { activeUsers, keyUsage, peakUsage } from './service.ts';

/** The routes of the analytics pages. */
export const addAnalyticsRoutes: AddRoutes<{ due: WatchedDue }> = (app, { db, due, routes }) => {
  const deps = () => ({ db, now: new Date(), timezone: due.calendar().timezone });

  defineRoute(app, routes, api.keyUsageAnalytics, async ({ query }) =>
    success({ data: await keyUsage(deps(), query) }),
  );
  defineRoute(app, routes, api.activeUsersAnalytics, async ({ query }) =>
    success({ data: await activeUsers(deps(), query) }),
  );
  defineRoute(app, routes, api.peakUsageAnalytics, async ({ query }) =>
    success({ data: await peakUsage(deps(), query) }),
  );
};
