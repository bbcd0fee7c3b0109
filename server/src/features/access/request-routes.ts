import { api } from '@keydesk/shared/api';
import { deskSettingsOf } from '@keydesk/shared/settings/security-settings';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import type { WatchedDue } from '../due/current-due.ts';
import type { CurrentSettings } from '../settings/current-settings.ts';
import { decideRequest } from './decide-request.ts';
import { addGrant, endGrant, findPeopleToGrant, readGrants } from './grants.ts';
import { recalledText } from './recall.ts';
import { listRequests, requestAccess } from './requests.ts';

const decided = {
  approve: 'Approved',
  deny: 'Denied',
  withdraw: 'Your request is withdrawn',
} as const;

/** The routes of asking for access to a key, deciding about it, and giving it by name. */
export const addAccessRequestRoutes: AddRoutes<{
  due: WatchedDue;
  publisher: Publisher;
  settings: CurrentSettings;
}> = (app, allDeps) => {
  const { db, routes, settings } = allDeps;
  const deps = { ...allDeps, deskSettings: () => deskSettingsOf(settings.current()) };
  defineRoute(app, routes, api.listAccessRequests, async ({ principal }) =>
    success({ data: await listRequests(db, principal.user) }),
  );
  defineRoute(app, routes, api.requestAccess, async ({ body, principal }) => {
    const request = await requestAccess(deps, principal.user, body);
    const who = request.approverName ?? 'An admin';
    return success({ message: `${who} has been asked`, data: { request } });
  });
  defineRoute(app, routes, api.decideAccessRequest, async ({ params, body, principal }) => {
    const request = await decideRequest(deps, principal.user, params.id, body);
    return success({ message: decided[body.decision], data: { request } });
  });

  defineRoute(app, routes, api.listGrants, async ({ query, principal }) =>
    success({ data: await readGrants(db, principal.user, query) }),
  );
  defineRoute(app, routes, api.peopleToGrant, async ({ query, principal }) =>
    success({ data: { people: await findPeopleToGrant(db, principal.user, query.search) } }),
  );
  defineRoute(app, routes, api.addGrant, async ({ body, principal }) => {
    const grant = await addGrant(deps, principal.user, body);
    return success({
      message: `${grant.user.name} may take key ${grant.key.keyNumber}`,
      data: { grant },
    });
  });
  defineRoute(app, routes, api.endGrant, async ({ params, principal }) => {
    const recalled = recalledText(await endGrant(deps, principal.user, params.id));
    return success({ message: recalled ? `Access ended. ${recalled}.` : 'Access ended' });
  });
};
