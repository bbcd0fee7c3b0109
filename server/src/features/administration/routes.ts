import { api } from '@keydesk/shared/api';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import type { Config } from '../../config/config.ts';
import { sendCsv } from '../../core/files/csv.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import type { AddRoutes } from '../../http/define-route.ts';
import { defineRoute, success } from '../../http/define-route.ts';
import type { CurrentCampus, CurrentSettings } from '../campus/index.ts';
import type { WatchedDue } from '../due/index.ts';
import { exportLoans, findKeys } from '../keys/index.ts';
import { findPerson } from '../people/index.ts';
import { updateUser, updateUsers } from './change-users.ts';
import { createKey, deleteKey, toggleFrequent, updateKey, updateKeys } from './manage-keys.ts';
import { changeUserState, deleteUser, eraseUser, signOutUser } from './manage-users.ts';
import { readUser, readUserLoans, readUserOverview, readUsers, requireUser } from './users.ts';

export const addAdminUserRoutes: AddRoutes<{
  campus: CurrentCampus;
  config: Pick<Config, 'mailboxes'>;
  due: WatchedDue;
  publisher: Publisher;
  settings: CurrentSettings;
}> = (app, deps) => {
  const { db, due, routes, settings } = deps;
  const policy = () => settings.current().sessionSettings;

  defineRoute(app, routes, api.listUsers, async ({ query }) =>
    success({ data: await readUsers(db, policy(), query) }),
  );
  defineRoute(app, routes, api.userDetails, async ({ params }) =>
    success({ data: await readUser(db, policy(), params.id) }),
  );
  defineRoute(app, routes, api.userOverview, async ({ params }) =>
    success({ data: await readUserOverview(db, policy(), params.id) }),
  );
  defineRoute(app, routes, api.userLoans, async ({ params, query }) =>
    success({ data: await readUserLoans(db, params.id, query) }),
  );
  defineRoute(app, routes, api.exportUserLoans, async ({ params, query, principal, reply }) => {
    await requireUser(db, params.id);
    const { language, ...period } = query;
    const which = { holderId: params.id, ...period, timezone: due.calendar().timezone };
    const table = await exportLoans(db, principal.user, which);
    return sendCsv(reply, { name: 'person-history', language }, table);
  });
  defineRoute(
    app,
    routes,
    api.updateUser,
    async ({ params, body, principal }) =>
      success({
        message: answer('user-updated'),
        data: { user: await updateUser(deps, principal.user, params.id, body) },
      }),
    ({ params }) => findPerson(db, params.id),
  );
  defineRoute(app, routes, api.updateUsers, async ({ body, principal }) => {
    const changed = await updateUsers(deps, principal.user, body.userIds, body.changes);
    const same = new Set(body.userIds).size - changed;
    const message = answer('people-updated', { count: changed, same });
    return success({ message, data: { changed } });
  });
  defineRoute(app, routes, api.deleteUser, async ({ params, principal }) => {
    await deleteUser(deps, principal.user, params.id);
    return success({ message: answer('user-deleted') });
  });
  defineRoute(app, routes, api.eraseUser, async ({ params, principal }) => {
    await eraseUser(deps, principal.user, params.id);
    return success({ message: answer('user-erased') });
  });
  defineRoute(app, routes, api.setUserState, async ({ params, body, principal }) => {
    const { message, user } = await changeUserState(deps, principal.user, params.id, body.state);
    return success({ message, data: { user } });
  });
  defineRoute(app, routes, api.signOutEverywhere, async ({ params, principal }) => {
    await signOutUser(deps, principal.user, params.id);
    return success({ message: answer('signed-out-everywhere') });
  });
};

export const addKeyManagementRoutes: AddRoutes<{ publisher: Publisher; due: WatchedDue }> = (
  app,
  deps,
) => {
  const { db, routes } = deps;

  defineRoute(app, routes, api.toggleFrequentKey, async ({ params, principal }) => {
    const key = await toggleFrequent(deps, principal.user, params.id);
    const message = answer(key.frequentlyUsed ? 'key-marked' : 'key-unmarked', key);
    return success({ message, data: { key } });
  });
  defineRoute(app, routes, api.createKey, async ({ body, principal }) => {
    const key = await createKey(deps, principal.user, body);
    return success({ message: answer('key-added', key), data: { key } });
  });
  defineRoute(
    app,
    routes,
    api.updateKey,
    async ({ params, body, principal }) => {
      const key = await updateKey(deps, principal.user, params.id, body);
      return success({ message: answer('key-updated', key), data: { key } });
    },
    async ({ params }) => (await findKeys(db, [params.id]))[0],
  );
  defineRoute(app, routes, api.updateKeys, async ({ body, principal }) => {
    const keys = await updateKeys(deps, principal.user, body.keyIds, body.changes);
    const message = answer('keys-updated', { count: keys.length });
    return success({ message, data: { keys } });
  });
  defineRoute(app, routes, api.deleteKey, async ({ params, query, principal }) => {
    const { hard, reason } = query;
    const options = { hard: hard === 'true', reason };
    const key = await deleteKey(deps, principal.user, params.id, options);
    return success({ message: answer(reason ? 'key-retired' : 'key-deleted', key) });
  });
};
