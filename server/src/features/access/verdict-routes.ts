import { api } from '@keydesk/shared/api';
import { deskSettingsOf } from '@keydesk/shared/settings/security-settings';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import { answeredNotModified } from '../../platform/http/entity-tag.ts';
import type { WatchedDue } from '../due/current-due.ts';
import type { KeyListCache } from '../keys/key-list.ts';
import type { CurrentSettings } from '../settings/current-settings.ts';
import { accessPolicyOf } from './facts.ts';
import { readKeysAccess } from './keys-access.ts';
import { keyVerdict } from './verdict.ts';

/** The routes that say who may take which key. */
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
