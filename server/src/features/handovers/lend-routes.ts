import { api } from '@keydesk/shared/api';
import { deskSettingsOf } from '@keydesk/shared/settings/security-settings';
import type { AddRoutes } from '../../app-deps.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import { createCardHash } from '../people/index.ts';
import { type LendDeps, lendKey } from './lend.ts';
import { deskUserOf } from './transaction.ts';

/** The routes of lending to a named person. */
export const addLendRoutes: AddRoutes = (
  app,
  { actionLimits, campus, db, publisher, due, settings, routes },
) => {
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
