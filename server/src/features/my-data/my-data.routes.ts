import { api } from '@keydesk/shared/api';
import type { AddRoutes } from '../../app-deps.ts';
import { untilCallerLeaves } from '../../http/caller-left.ts';
import { defineRoute } from '../../http/define-route.ts';
import { ownData } from './my-data.service.ts';

export const addMyDataRoutes: AddRoutes = (app, { config, db, longWork, routes }) => {
  const deps = { db, longWork, timezone: config.campusTimezone };

  defineRoute(app, routes, api.myData, async ({ principal, reply }) => {
    const data = await ownData(deps, principal.user.id, untilCallerLeaves(reply));
    const today = new Date().toISOString().slice(0, 10);
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="my-data-${today}.json"`)
      .send(data);
  });
};
