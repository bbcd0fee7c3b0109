import { api } from '@keydesk/shared/api';
import { plural } from '@keydesk/shared/plural';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import type { WatchedDue } from '../due/current-due.ts';
import { extendLoan } from './extend-loan.ts';
import { moveClosing } from './move-closing.ts';
import { listOffers, readExtensions } from './offers.ts';

/** The routes by which due times are moved. */
export const addExtensionRoutes: AddRoutes<{ due: WatchedDue; publisher: Publisher }> = (
  app,
  { db, due, publisher, routes },
) => {
  const deps = { db, due, publisher };

  defineRoute(app, routes, api.ownExtensions, async ({ principal }) =>
    success({ data: { offers: await listOffers(db, due, principal.user.id) } }),
  );
  defineRoute(app, routes, api.loanExtensions, async ({ params }) =>
    success({ data: await readExtensions(db, due, params.id) }),
  );
  defineRoute(app, routes, api.extendLoan, async ({ params, body, principal }) => {
    const data = await extendLoan(deps, principal.user, params.id, body);
    return success({ message: `Key ${data.key.keyNumber} is due later`, data });
  });
  defineRoute(app, routes, api.moveClosing, async ({ body, principal }) => {
    const data = await moveClosing(deps, principal.user, body);
    const keys = plural(data.moved, 'key is', 'keys are');
    return success({
      message: `The campus closes at ${data.closes} today; ${keys} due then`,
      data,
    });
  });
};
