import { api } from '@keydesk/shared/api';
import type { AddRoutes } from '../../app-deps.ts';
import { defineRoute } from '../../http/define-route.ts';
import { success } from '../../http/success.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.service.ts';

/** Where one is signed in, and signing out there. */
export const addSessionRoutes: AddRoutes = (app, deps) => {
  const { db, routes, settings } = deps;

  defineRoute(app, routes, api.listOwnSessions, async ({ principal }) => {
    const policy = settings.current().sessionSettings;
    return success({ data: { sessions: await listOwnSessions(db, policy, principal) } });
  });
  defineRoute(app, routes, api.endOwnSession, async ({ params, principal }) => {
    await endOwnSession(deps, principal, params.id);
    return success({ message: 'Signed out there' });
  });
  defineRoute(app, routes, api.endOtherSessions, async ({ principal }) => {
    await endOtherSessions(deps, principal);
    return success({ message: 'Signed out everywhere else' });
  });
};
