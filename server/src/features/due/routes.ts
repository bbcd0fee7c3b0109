import { api } from '@keydesk/shared/api';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import type { Config } from '../../config/config.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import type { AddRoutes } from '../../http/define-route.ts';
import { readDays, readOpening, saveDays, saveOpening } from './calendar.ts';
import { dueDefaultsOf, type WatchedDue } from './current-due.ts';
import { extendLoan, listOffers, readExtensions } from './extend-loan.ts';
import { moveClosing } from './move-closing.ts';
import { loansDueWhileClosed, moveDueWhileClosed } from './move-due.ts';
import { readReminderSchedule, saveReminderSchedule } from './reminder-schedule.ts';
import { addRule, endRuleById, listRules, tryRules } from './rules.ts';

export const addDueRoutes: AddRoutes<{
  config: Config;
  due: WatchedDue;
  publisher: Publisher;
  timezone: () => string;
}> = (serve, { config, db, due, publisher, timezone }) => {
  const deps = { db, due, publisher, defaults: dueDefaultsOf(config) };
  const readSchedule = async () => ({
    ...(await readReminderSchedule(db)),
    mail: config.mail !== null,
  });

  serve(api.getOpening, async () => ({ data: await readOpening(deps) }));
  serve(api.putOpening, async ({ body, principal }) => ({
    message: answer('saved'),
    data: await saveOpening(deps, principal.user, body),
  }));
  serve(api.getDays, async () => ({ data: await readDays(db) }));
  serve(api.putDays, async ({ body, principal }) => ({
    message: answer('saved'),
    data: await saveDays(deps, principal.user, body),
  }));
  serve(api.strandedLoans, async () => ({ data: { loans: await loansDueWhileClosed(deps) } }));
  serve(api.moveDue, async ({ body, principal }) => {
    const moved = await moveDueWhileClosed(deps, principal.user, body.loanIds);
    return { message: answer('moved-later', { count: moved }), data: { moved } };
  });

  serve(api.listDueRules, async () => ({ data: { rules: await listRules(db) } }));
  serve(api.addDueRule, async ({ body, principal }) => ({
    message: answer('rule-added'),
    data: { rule: await addRule(deps, principal.user, body) },
  }));
  serve(api.endDueRule, async ({ params, principal }) => {
    await endRuleById(deps, principal.user, params.id);
    return { message: answer('due-rule-ended') };
  });
  serve(api.tryDueRules, async ({ body }) => ({ data: await tryRules(deps, body) }));

  serve(api.ownExtensions, async ({ principal }) => ({
    data: { offers: await listOffers(db, due, principal.user.id) },
  }));
  serve(api.loanExtensions, async ({ params }) => ({
    data: await readExtensions(db, due, params.id),
  }));
  serve(api.extendLoan, async ({ params, body, principal }) => {
    const data = await extendLoan(deps, principal.user, params.id, body);
    return { message: answer('key-due-later', data.key), data };
  });
  serve(api.moveClosing, async ({ body, principal }) => {
    const { data, closing } = await moveClosing(deps, principal.user, body);
    return { message: answer('closing-moved', { ...closing, count: data.moved }), data };
  });

  serve(api.getLadder, async () => ({ data: await readSchedule() }));
  serve(api.putLadder, async ({ body, principal }) => {
    await saveReminderSchedule({ db, timezone: timezone() }, principal.user, body);
    return { message: answer('saved'), data: await readSchedule() };
  });
};
