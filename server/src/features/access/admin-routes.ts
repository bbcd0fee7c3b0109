import { api } from '@keydesk/shared/api';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import { abortOnDisconnect } from '../../platform/http/error-handler.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import type { WorkQueue } from '../../work-queue.ts';
import type { WatchedDue } from '../due/current-due.ts';
import { readGroups } from './group-queries.ts';
import { addGroup, endMember, listMembers, putMember, renameGroup } from './groups.ts';
import { type Recalled, recalledText } from './recall.ts';
import { addRule, endRuleById, listRules } from './rules.ts';
import { simulateRule } from './simulate.ts';

/** The routes by which admins say who may take which keys: rules and groups. */
export const addAccessAdminRoutes: AddRoutes<{
  due: WatchedDue;
  publisher: Publisher;
  runQueued: WorkQueue;
}> = (app, { db, due, publisher, routes, runQueued }) => {
  const deps = { db, due, publisher };

  defineRoute(app, routes, api.listAccessRules, async () =>
    success({ data: { rules: await listRules(db) } }),
  );
  defineRoute(app, routes, api.addAccessRule, async ({ body, principal }) => {
    const data = await addRule(deps, principal.user, body);
    return success({ message: 'Rule added', data });
  });
  defineRoute(app, routes, api.endAccessRule, async ({ params, principal }) =>
    success({ message: ended('Rule ended', await endRuleById(deps, principal.user, params.id)) }),
  );
  defineRoute(app, routes, api.simulateAccessRule, async ({ body, principal: { user }, reply }) => {
    const work = { kind: 'report', userId: user.id, signal: abortOnDisconnect(reply) } as const;
    const { timezone } = due.calendar();
    return success({
      data: await runQueued(work, (signal) => simulateRule({ db, timezone, signal }, body)),
    });
  });

  defineRoute(app, routes, api.listGroups, async () =>
    success({ data: { groups: await readGroups(db) } }),
  );
  defineRoute(app, routes, api.listGroupMembers, async ({ params, query }) =>
    success({ data: await listMembers(db, params.id, query.page) }),
  );
  defineRoute(app, routes, api.addGroup, async ({ body, principal }) => {
    const group = await addGroup(deps, principal.user, body.name);
    return success({ message: `${group.name} added`, data: { group } });
  });
  defineRoute(app, routes, api.renameGroup, async ({ params, body, principal }) => {
    const group = await renameGroup(deps, principal.user, params.id, body.name);
    return success({ message: 'Group renamed', data: { group } });
  });
  defineRoute(app, routes, api.putMember, async ({ params, body, principal }) => {
    const group = await putMember(deps, principal.user, params, body.validUntil);
    return success({ message: 'Membership saved', data: { group } });
  });
  defineRoute(app, routes, api.endMember, async ({ params, principal }) =>
    success({ message: ended('Membership ended', await endMember(deps, principal.user, params)) }),
  );
};

function ended(message: string, recalled: Recalled): string {
  const text = recalledText(recalled);
  return text ? `${message}; ${text}` : message;
}
