import { api } from '@keydesk/shared/api';
import { deskSettingsOf } from '@keydesk/shared/settings/security-settings';
import type { AddRoutes } from '../../app-deps.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import { answeredNotModified } from '../../platform/http/entity-tag.ts';
import { accessPolicyOf } from './facts.ts';
import { createKeysAccess } from './keys-access.ts';
import { keyVerdict } from './verdict.ts';

/** The routes that say who may take which key. */
export const addVerdictRoutes: AddRoutes = (app, deps) => {
  const { accessRules, db, due, routes, settings } = deps;
  const policy = () =>
    accessPolicyOf({ due, accessRules, deskSettings: () => deskSettingsOf(settings.current()) });
  const keysAccess = createKeysAccess(deps);

  defineRoute(app, routes, api.keysAccess, async ({ principal, request, reply }) => {
    const { version, notFree } = await keysAccess(principal.user, policy());
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
