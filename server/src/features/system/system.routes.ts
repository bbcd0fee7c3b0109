import { api } from '@keydesk/shared/api';
import type { AddRoutes } from '../../app-deps.ts';
import { defineRoute } from '../../http/define-route.ts';
import { success } from '../../http/success.ts';
import { describeSystem } from './system.service.ts';

export const addSystemRoutes: AddRoutes = (app, { config, db, routes }) => {
  defineRoute(app, routes, api.system, async () =>
    success({ data: await describeSystem({ ...config, db }) }),
  );
};
