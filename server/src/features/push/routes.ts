import { api } from '@keydesk/shared/api';
import { appError } from '@keydesk/shared/errors';
import type { Config } from '../../config.ts';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import { isPushService, removeSubscription, subscribe } from './subscriptions.ts';

/** The routes that subscribe this browser to push notifications, and unsubscribe it. */
export const addPushRoutes: AddRoutes<{ config: Pick<Config, 'pushHosts'> }> = (
  app,
  { config, db, routes },
) => {
  defineRoute(app, routes, api.subscribePush, async ({ body, principal }) => {
    if (!isPushService(body.subscription.endpoint, config.pushHosts))
      throw appError('BAD_INPUT', 'This push service is not known');
    await subscribe(db, principal, body.subscription);
    return success({ message: 'Notifications will be sent to this browser' });
  });
  defineRoute(app, routes, api.unsubscribePush, async ({ body, principal }) => {
    await removeSubscription(db, principal, body.endpoint);
    return success({ message: 'Notifications will no longer be sent to this browser' });
  });
};
