import { api } from '@keydesk/shared/api';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import type { CurrentCampus } from '../campus/current-campus.ts';
import { readCampus } from '../campus/index.ts';
import { addDesk, changeDesk } from './change-desks.ts';
import { countKeysByDesk } from './queries.ts';

/** The routes of desks: the list, and an admin's changes of it. */
export const addDeskRoutes: AddRoutes<{ campus: CurrentCampus; publisher: Publisher }> = (
  app,
  deps,
) => {
  const { campus, db, routes } = deps;

  defineRoute(app, routes, api.listDesks, async () => {
    const keys = await countKeysByDesk(db);
    const { desks } = campus.current();
    return success({
      data: { desks: desks.map((desk) => ({ ...desk, keys: keys.get(desk.id) ?? 0 })) },
    });
  });
  defineRoute(app, routes, api.addDesk, async ({ body, principal }) => {
    const desk = await addDesk(deps, principal.user, body);
    return success({ message: `${desk.name} added`, data: { desk } });
  });
  defineRoute(
    app,
    routes,
    api.changeDesk,
    async ({ params, body, principal }) => {
      const desk = await changeDesk(deps, principal.user, params.id, body);
      return success({ message: `${desk.name} saved`, data: { desk } });
    },
    async ({ params }) => (await readCampus(db)).desks.find(({ id }) => id === params.id),
  );
};
