import { api } from '@keydesk/shared/api';
import type { AddRoutes } from '../../app-deps.ts';
import { defineRoute } from '../../http/define-route.ts';
import { success } from '../../http/success.ts';
import { readSettings, saveSettings } from './settings.service.ts';

export const addSettingsRoutes: AddRoutes = (app, deps) => {
  const { db, routes } = deps;

  defineRoute(app, routes, api.getSecuritySettings, async () =>
    success({ data: await readSettings(db) }),
  );
  defineRoute(app, routes, api.putSecuritySettings, async ({ body, principal }) =>
    success({
      message: 'Security settings updated successfully',
      data: await saveSettings(deps, principal.user, body),
    }),
  );
};
