import { api } from '@keydesk/shared/api';
import { deskSettingsOf } from '@keydesk/shared/campus/settings';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import type { ActionLimits } from '../../core/action-limits.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import type { WorkQueue } from '../../core/work-queue.ts';
import { answeredNotModified } from '../../http/answers.ts';
import { type AddRoutes, defineRoute, success } from '../../http/define-route.ts';
import { abortOnDisconnect } from '../../http/error-handler.ts';
import type { CurrentSettings } from '../campus/index.ts';
import type { WatchedDue } from '../due/index.ts';
import type { KeyListCache } from '../keys/index.ts';
import { decideRequest } from './decide-request.ts';
import { addGrant, endGrant, findPeopleToGrant, readGrants } from './grants.ts';
import { readGroups } from './group-queries.ts';
import { addGroup, endMember, listMembers, putMember, renameGroup } from './groups.ts';
import { accessPolicyOf } from './hand-out-access.ts';
import { listRequests, requestAccess } from './requests.ts';
import { addRule, endRuleById, listRules } from './rules.ts';
import { simulateRule } from './simulate.ts';
import { allowVisitor, answerVisitor } from './sponsor-word.ts';
import { keyVerdict, readKeysAccess } from './verdict.ts';

export const addVerdictRoutes: AddRoutes<{
  due: WatchedDue;
  keyList: KeyListCache;
  settings: CurrentSettings;
}> = (app, deps) => {
  const { db, due, routes, settings } = deps;
  const policy = () =>
    accessPolicyOf({ due, deskSettings: () => deskSettingsOf(settings.current()) });

  defineRoute(app, routes, api.keysAccess, async ({ principal, request, reply }) => {
    const { version, notFree } = await readKeysAccess(deps, principal.user, policy());
    return (
      answeredNotModified(request, reply, `"${version}"`) ??
      success({ data: { version, notFree: notFree() } })
    );
  });
  defineRoute(app, routes, api.keyVerdict, async ({ params, query, principal }) =>
    success({
      data: await keyVerdict(db, principal.user, { keyId: params.id, ...query }, policy()),
    }),
  );
};

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
    const { approverName } = request;
    const approver = {
      approver: approverName ?? '',
      isKnown: approverName ? 'yes' : 'no',
    } as const;
    return success({ message: answer('access-requested', approver), data: { request } });
  });
  defineRoute(app, routes, api.decideAccessRequest, async ({ params, body, principal }) => {
    const request = await decideRequest(deps, principal.user, params.id, body);
    return success({ message: answer('request-decided', body), data: { request } });
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
      message: answer('grant-added', {
        person: grant.user.name,
        keyNumber: grant.key.keyNumber,
      }),
      data: { grant },
    });
  });
  defineRoute(app, routes, api.endGrant, async ({ params, principal }) => {
    const { keys } = await endGrant(deps, principal.user, params.id);
    return success({ message: answer('grant-ended', { keys: keys.length }) });
  });
};

export const addAccessAdminRoutes: AddRoutes<{
  actionLimits: ActionLimits;
  due: WatchedDue;
  publisher: Publisher;
  runQueued: WorkQueue;
}> = (app, { actionLimits, db, due, publisher, routes, runQueued }) => {
  const deps = { db, due, publisher };

  defineRoute(app, routes, api.answerVisitor, async ({ params, body, principal }) => {
    await answerVisitor({ ...deps, actionLimits }, principal.user, params.id, body.answer);
    return success({ data: { answer: body.answer } });
  });
  defineRoute(app, routes, api.allowVisitor, async ({ params, principal }) => {
    await allowVisitor(deps, principal.user, params.id);
    return success({ message: answer('visitor-allowed') });
  });
  defineRoute(app, routes, api.listAccessRules, async () =>
    success({ data: { rules: await listRules(db) } }),
  );
  defineRoute(app, routes, api.addAccessRule, async ({ body, principal }) => {
    const data = await addRule(deps, principal.user, body);
    return success({ message: answer('rule-added'), data });
  });
  defineRoute(app, routes, api.endAccessRule, async ({ params, principal }) => {
    const { keys } = await endRuleById(deps, principal.user, params.id);
    return success({ message: answer('rule-ended', { keys: keys.length }) });
  });
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
    return success({ message: answer('added', group), data: { group } });
  });
  defineRoute(app, routes, api.renameGroup, async ({ params, body, principal }) => {
    const group = await renameGroup(deps, principal.user, params.id, body);
    return success({ message: answer('group-renamed'), data: { group } });
  });
  defineRoute(app, routes, api.putMember, async ({ params, body, principal }) => {
    const group = await putMember(deps, principal.user, params, body);
    return success({ message: answer('member-saved'), data: { group } });
  });
  defineRoute(app, routes, api.endMember, async ({ params, principal }) => {
    const { keys } = await endMember(deps, principal.user, params);
    return success({ message: answer('member-ended', { keys: keys.length }) });
  });
};
