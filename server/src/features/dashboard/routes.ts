import { api } from '@keydesk/shared/api';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import { adminDashboard, operatorDashboard } from './service.ts';

/** The routes of both dashboards. */
export const addDashboardRoutes: AddRoutes = (app, { db, routes }) => {
  defineRoute(app, routes, api.adminDashboard, async () =>
    success({ data: await adminDashboard({ db, now: new Date() }) }),
  );
  defineRoute(app, routes, api.operatorDashboard, async () =>
    success({ data: await operatorDashboard({ db, now: new Date() }) }),
  );
};
