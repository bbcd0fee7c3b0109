import { api } from '@keydesk/shared/api';
import type { DeskSettings } from '@keydesk/shared/campus/settings';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import type { ActionLimits } from '../../core/action-limits.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import type { WorkQueue } from '../../core/work-queue.ts';
import { answeredNotModified } from '../../http/answers.ts';
import type { AddRoutes } from '../../http/define-route.ts';
import { abortOnDisconnect } from '../../http/error-handler.ts';
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

export const addAccessRoutes: AddRoutes<{
  actionLimits: ActionLimits;
  deskSettings: () => DeskSettings;
  due: WatchedDue;
  keyList: KeyListCache;
  publisher: Publisher;
  runQueued: WorkQueue;
}> = (serve, deps) => {
  const { db, due, runQueued } = deps;
  const policy = () => accessPolicyOf(deps);

  serve(api.keysAccess, async ({ principal, request, reply }) => {
    const { version, notFree } = await readKeysAccess(deps, principal.user, policy());
    return (
      answeredNotModified(request, reply, `"${version}"`) ?? {
        data: { version, notFree: notFree() },
      }
    );
  });
  serve(api.keyVerdict, async ({ params, query, principal }) => ({
    data: await keyVerdict(db, principal.user, { keyId: params.id, ...query }, policy()),
  }));

  serve(api.listAccessRequests, async ({ principal }) => ({
    data: await listRequests(db, principal.user),
  }));
  serve(api.requestAccess, async ({ body, principal }) => {
    const request = await requestAccess(deps, principal.user, body);
    const { approverName } = request;
    const approver = {
      approver: approverName ?? '',
      isKnown: approverName ? 'yes' : 'no',
    } as const;
    return { message: answer('access-requested', approver), data: { request } };
  });
  serve(api.decideAccessRequest, async ({ params, body, principal }) => {
    const request = await decideRequest(deps, principal.user, params.id, body);
    return { message: answer('request-decided', body), data: { request } };
  });

  serve(api.listGrants, async ({ query, principal }) => ({
    data: await readGrants(db, principal.user, query),
  }));
  serve(api.peopleToGrant, async ({ query, principal }) => ({
    data: { people: await findPeopleToGrant(db, principal.user, query.search) },
  }));
  serve(api.addGrant, async ({ body, principal }) => {
    const grant = await addGrant(deps, principal.user, body);
    return {
      message: answer('grant-added', {
        person: grant.user.name,
        keyNumber: grant.key.keyNumber,
      }),
      data: { grant },
    };
  });
  serve(api.endGrant, async ({ params, principal }) => {
    const { keys } = await endGrant(deps, principal.user, params.id);
    return { message: answer('grant-ended', { keys: keys.length }) };
  });

  serve(api.answerVisitor, async ({ params, body, principal }) => {
    await answerVisitor(deps, principal.user, params.id, body.answer);
    return { data: { answer: body.answer } };
  });
  serve(api.allowVisitor, async ({ params, principal }) => {
    await allowVisitor(deps, principal.user, params.id);
    return { message: answer('visitor-allowed') };
  });
  serve(api.listAccessRules, async () => ({ data: { rules: await listRules(db) } }));
  serve(api.addAccessRule, async ({ body, principal }) => {
    const data = await addRule(deps, principal.user, body);
    return { message: answer('rule-added'), data };
  });
  serve(api.endAccessRule, async ({ params, principal }) => {
    const { keys } = await endRuleById(deps, principal.user, params.id);
    return { message: answer('rule-ended', { keys: keys.length }) };
  });
  serve(api.simulateAccessRule, async ({ body, principal: { user }, reply }) => {
    const work = { kind: 'report', userId: user.id, signal: abortOnDisconnect(reply) } as const;
    const { timezone } = due.calendar();
    return {
      data: await runQueued(work, (signal) => simulateRule({ db, timezone, signal }, body)),
    };
  });

  serve(api.listGroups, async () => ({ data: { groups: await readGroups(db) } }));
  serve(api.listGroupMembers, async ({ params, query }) => ({
    data: await listMembers(db, params.id, query.page),
  }));
  serve(api.addGroup, async ({ body, principal }) => {
    const group = await addGroup(deps, principal.user, body.name);
    return { message: answer('added', group), data: { group } };
  });
  serve(api.renameGroup, async ({ params, body, principal }) => {
    const group = await renameGroup(deps, principal.user, params.id, body);
    return { message: answer('group-renamed'), data: { group } };
  });
  serve(api.putMember, async ({ params, body, principal }) => {
    const group = await putMember(deps, principal.user, params, body);
    return { message: answer('member-saved'), data: { group } };
  });
  serve(api.endMember, async ({ params, principal }) => {
    const { keys } = await endMember(deps, principal.user, params);
    return { message: answer('member-ended', { keys: keys.length }) };
  });
};
