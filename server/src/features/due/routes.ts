import { api } from '@keydesk/shared/api';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import type { Config } from '../../config/config.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import { type AddRoutes, defineRoute, success } from '../../http/define-route.ts';
import { readDays, readOpening, saveDays, saveOpening } from './calendar.ts';
import { dueDefaultsOf, type WatchedDue } from './current-due.ts';
import { extendLoan, listOffers, readExtensions } from './extend-loan.ts';
import { moveClosing } from './move-closing.ts';
import { loansDueWhileClosed, moveDueWhileClosed } from './move-due.ts';
import { readReminderSchedule, saveReminderSchedule } from './reminder-schedule.ts';
import { addRule, endRuleById, listRules, tryRules } from './rules.ts';

export const addDueRoutes: AddRoutes<{ config: Config; due: WatchedDue; publisher: Publisher }> = (
  app,
  { config, db, due, publisher, routes },
) => {
  const deps = { db, due, publisher, defaults: dueDefaultsOf(config) };

  defineRoute(app, routes, api.getOpening, async () => success({ data: await readOpening(deps) }));
  defineRoute(app, routes, api.putOpening, async ({ body, principal }) =>
    success({ message: answer('saved'), data: await saveOpening(deps, principal.user, body) }),
  );
  defineRoute(app, routes, api.getDays, async () => success({ data: await readDays(db) }));
  defineRoute(app, routes, api.putDays, async ({ body, principal }) =>
    success({ message: answer('saved'), data: await saveDays(deps, principal.user, body) }),
  );
  defineRoute(app, routes, api.strandedLoans, async () =>
    success({ data: { loans: await loansDueWhileClosed(deps) } }),
  );
  defineRoute(app, routes, api.moveDue, async ({ body, principal }) => {
    const moved = await moveDueWhileClosed(deps, principal.user, body.loanIds);
    return success({
      message: answer('moved-later', { count: moved }),
      data: { moved },
    });
  });

  defineRoute(app, routes, api.listDueRules, async () =>
    success({ data: { rules: await listRules(db) } }),
  );
  defineRoute(app, routes, api.addDueRule, async ({ body, principal }) =>
    success({
      message: answer('rule-added'),
      data: { rule: await addRule(deps, principal.user, body) },
    }),
  );
  defineRoute(app, routes, api.endDueRule, async ({ params, principal }) => {
    await endRuleById(deps, principal.user, params.id);
    return success({ message: answer('due-rule-ended') });
  });
  defineRoute(app, routes, api.tryDueRules, async ({ body }) =>
    success({ data: await tryRules(deps, body) }),
  );
};

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
    return success({ message: answer('key-due-later', data.key), data });
  });
  defineRoute(app, routes, api.moveClosing, async ({ body, principal }) => {
    const { data, closing } = await moveClosing(deps, principal.user, body);
    return success({ message: answer('closing-moved', { ...closing, count: data.moved }), data });
  });
};

export const addReminderScheduleRoutes: AddRoutes<{
  config: Pick<Config, 'mail'>;
  timezone: () => string;
}> = (app, { config, db, routes, timezone }) => {
  const read = async () => ({ ...(await readReminderSchedule(db)), mail: config.mail !== null });

  defineRoute(app, routes, api.getLadder, async () => success({ data: await read() }));
  defineRoute(app, routes, api.putLadder, async ({ body, principal }) => {
    await saveReminderSchedule({ db, timezone: timezone() }, principal.user, body);
    return success({ message: answer('saved'), data: await read() });
  });
};
