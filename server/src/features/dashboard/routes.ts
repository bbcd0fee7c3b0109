import { api } from '@keydesk/shared/api';
import type { AddRoutes } from '../../app-deps.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import { adminDashboard, operatorDashboard } from './service.ts';

/** The routes of both dashboards. */
export const addDashboardRoutes: AddRoutes = (app, { config, db, routes }) => {
  const rule = { reminderTime: config.reminderTime, timezone: config.campusTimezone };

  defineRoute(app, routes, api.adminDashboard, async () =>
    success({ data: await adminDashboard({ db, now: new Date(), rule }) }),
  );
  defineRoute(app, routes, api.operatorDashboard, async () =>
    success({ data: await operatorDashboard({ db, now: new Date(), rule }) }),
  );
};
