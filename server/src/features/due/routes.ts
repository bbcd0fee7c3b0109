import { api } from '@keydesk/shared/api';
import { plural } from '@keydesk/shared/plural';
import type { Config } from '../../config.ts';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import type { WatchedDue } from './current-due.ts';
import { dueDefaultsOf } from './current-due.ts';
import { readDays, saveDays } from './days.ts';
import { moveStranded, strandedLoans } from './move-due.ts';
import { readOpening, saveOpening } from './opening.ts';
import { addRule, endRuleById, listRules } from './rules.ts';
import { tryRules } from './try-rules.ts';

/** The routes of the calendar and of the rules by which keys are due. */
export const addDueRoutes: AddRoutes<{ config: Config; due: WatchedDue; publisher: Publisher }> = (
  app,
  { config, db, due, publisher, routes },
) => {
  const deps = { db, due, publisher, defaults: dueDefaultsOf(config) };

  defineRoute(app, routes, api.getOpening, async () => success({ data: await readOpening(deps) }));
  defineRoute(app, routes, api.putOpening, async ({ body, principal }) =>
    success({ message: 'Saved', data: await saveOpening(deps, principal.user, body) }),
  );
  defineRoute(app, routes, api.getDays, async () => success({ data: await readDays(db) }));
  defineRoute(app, routes, api.putDays, async ({ body, principal }) =>
    success({ message: 'Saved', data: await saveDays(deps, principal.user, body) }),
  );
  defineRoute(app, routes, api.strandedLoans, async () =>
    success({ data: { loans: await strandedLoans(deps) } }),
  );
  defineRoute(app, routes, api.moveDue, async ({ body, principal }) => {
    const moved = await moveStranded(deps, principal.user, body.loanIds);
    return success({
      message: `${plural(moved, 'key is', 'keys are')} due later`,
      data: { moved },
    });
  });

  defineRoute(app, routes, api.listDueRules, async () =>
    success({ data: { rules: await listRules(db) } }),
  );
  defineRoute(app, routes, api.addDueRule, async ({ body, principal }) =>
    success({ message: 'Rule added', data: { rule: await addRule(deps, principal.user, body) } }),
  );
  defineRoute(app, routes, api.endDueRule, async ({ params, principal }) => {
    await endRuleById(deps, principal.user, params.id);
    return success({ message: 'Rule ended' });
  });
  defineRoute(app, routes, api.tryDueRules, async ({ body }) =>
    success({ data: await tryRules(deps, body) }),
  );
};
