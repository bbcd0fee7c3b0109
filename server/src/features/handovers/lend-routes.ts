import { api } from '@keydesk/shared/api';
import { deskSettingsOf } from '@keydesk/shared/settings/security-settings';
import type { ActionLimits } from '../../action-limits.ts';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import type { CurrentCampus } from '../campus/current-campus.ts';
import type { WatchedDue } from '../due/current-due.ts';
import { createCardHash } from '../people/index.ts';
import type { CurrentSettings } from '../settings/current-settings.ts';
import { type LendDeps, lendKey } from './lend.ts';
import { deskUserOf } from './transaction.ts';

/** The routes of lending to a named person. */
export const addLendRoutes: AddRoutes<{
  actionLimits: ActionLimits;
  campus: CurrentCampus;
  due: WatchedDue;
  publisher: Publisher;
  settings: CurrentSettings;
}> = (app, { actionLimits, campus, db, publisher, due, settings, routes }) => {
  const deskSettings = () => deskSettingsOf(settings.current());
  const deps: LendDeps = {
    db,
    publisher,
    hashCard: createCardHash(db),
    deskSettings,
    due,
    desks: () => campus.current().desks,
  };

  defineRoute(app, routes, api.lendKey, async ({ body, principal }) => {
    if ('cardText' in body) await actionLimits.count('lend-by-card', principal.sessionId);
    return lendKey(deps, deskUserOf(principal), body);
  });
  defineRoute(app, routes, api.deskSettings, async () => success({ data: deskSettings() }));
};
