import { api } from '@keydesk/shared/api';
import type { Config } from '../../config.ts';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import type { WatchedDue } from '../due/current-due.ts';
import { describeSystem } from './service.ts';

/** The route of the System page. */
export const addSystemRoutes: AddRoutes<{ config: Config; due: WatchedDue }> = (
  app,
  { config, db, due, routes },
) => {
  defineRoute(app, routes, api.system, async () =>
    success({
      data: await describeSystem({ ...config, db, campusTimezone: due.calendar().timezone }),
    }),
  );
};
