import { api } from '@keydesk/shared/api';
import type { AddRoutes } from '../../app-deps.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import { describeSystem } from './service.ts';

/** The route of the System page. */
export const addSystemRoutes: AddRoutes = (app, { config, db, due, routes }) => {
  defineRoute(app, routes, api.system, async () =>
    success({
      data: await describeSystem({ ...config, db, campusTimezone: due.calendar().timezone }),
    }),
  );
};
