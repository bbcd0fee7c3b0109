import { api } from '@keydesk/shared/api';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import { waitingFor } from './notices.ts';
import { findWaiters, listWaits } from './queries.ts';
import { stopWaiting, waitForKey } from './wait-for-key.ts';

/** The routes of 'Tell me when it is back'. */
export const addWaitRoutes: AddRoutes = (app, { db, routes }) => {
  defineRoute(app, routes, api.ownWaits, async ({ principal }) =>
    success({ data: { waits: await listWaits(db, principal.user.id) } }),
  );
  defineRoute(app, routes, api.waitsOfKey, async ({ params }) =>
    success({ data: waitingFor(params.id, await findWaiters(db, [params.id])) }),
  );
  defineRoute(app, routes, api.waitForKey, async ({ params, principal }) =>
    success({ data: { wait: await waitForKey(db, principal.user, params.id) } }),
  );
  defineRoute(app, routes, api.stopWaiting, async ({ params, principal }) => {
    await stopWaiting(db, principal.user, params.id);
    return success({ data: { keyId: params.id } });
  });
};
