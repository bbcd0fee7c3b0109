import { api } from '@keydesk/shared/api';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import type { Config } from '../../config/config.ts';
import { sendCsv } from '../../core/files/csv.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import type { AddRoutes } from '../../http/define-route.ts';
import type { CurrentCampus, CurrentSettings } from '../campus/index.ts';
import type { WatchedDue } from '../due/index.ts';
import { exportLoans, findKeys } from '../keys/index.ts';
import { findPerson } from '../people/index.ts';
import { updateUser, updateUsers } from './change-users.ts';
import { createKey, deleteKey, toggleFrequent, updateKey, updateKeys } from './manage-keys.ts';
import { changeUserState, deleteUser, eraseUser, signOutUser } from './manage-users.ts';
import { readUser, readUserLoans, readUserOverview, readUsers, requireUser } from './users.ts';

export const addAdministrationRoutes: AddRoutes<{
  campus: CurrentCampus;
  config: Pick<Config, 'mailboxes'>;
  due: WatchedDue;
  publisher: Publisher;
  settings: CurrentSettings;
}> = (serve, deps) => {
  const { db, due, settings } = deps;
  const policy = () => settings.current().sessionSettings;

  serve(api.listUsers, async ({ query }) => ({ data: await readUsers(db, policy(), query) }));
  serve(api.userDetails, async ({ params }) => ({ data: await readUser(db, policy(), params.id) }));
  serve(api.userOverview, async ({ params }) => ({
    data: await readUserOverview(db, policy(), params.id),
  }));
  serve(api.userLoans, async ({ params, query }) => ({
    data: await readUserLoans(db, params.id, query),
  }));
  serve(api.exportUserLoans, async ({ params, query, principal, reply }) => {
    await requireUser(db, params.id);
    const { language, ...period } = query;
    const which = { holderId: params.id, ...period, timezone: due.calendar().timezone };
    const table = await exportLoans(db, principal.user, which);
    return sendCsv(reply, { name: 'person-history', language }, table);
  });
  serve(
    api.updateUser,
    async ({ params, body, principal }) => ({
      message: answer('user-updated'),
      data: { user: await updateUser(deps, principal.user, params.id, body) },
    }),
    ({ params }) => findPerson(db, params.id),
  );
  serve(api.updateUsers, async ({ body, principal }) => {
    const changed = await updateUsers(deps, principal.user, body.userIds, body.changes);
    const same = new Set(body.userIds).size - changed;
    const message = answer('people-updated', { count: changed, same });
    return { message, data: { changed } };
  });
  serve(api.deleteUser, async ({ params, principal }) => {
    await deleteUser(deps, principal.user, params.id);
    return { message: answer('user-deleted') };
  });
  serve(api.eraseUser, async ({ params, principal }) => {
    await eraseUser(deps, principal.user, params.id);
    return { message: answer('user-erased') };
  });
  serve(api.setUserState, async ({ params, body, principal }) => {
    const { message, user } = await changeUserState(deps, principal.user, params.id, body.state);
    return { message, data: { user } };
  });
  serve(api.signOutEverywhere, async ({ params, principal }) => {
    await signOutUser(deps, principal.user, params.id);
    return { message: answer('signed-out-everywhere') };
  });

  serve(api.toggleFrequentKey, async ({ params, principal }) => {
    const key = await toggleFrequent(deps, principal.user, params.id);
    const message = answer(key.frequentlyUsed ? 'key-marked' : 'key-unmarked', key);
    return { message, data: { key } };
  });
  serve(api.createKey, async ({ body, principal }) => {
    const key = await createKey(deps, principal.user, body);
    return { message: answer('key-added', key), data: { key } };
  });
  serve(
    api.updateKey,
    async ({ params, body, principal }) => {
      const key = await updateKey(deps, principal.user, params.id, body);
      return { message: answer('key-updated', key), data: { key } };
    },
    async ({ params }) => (await findKeys(db, [params.id]))[0],
  );
  serve(api.updateKeys, async ({ body, principal }) => {
    const keys = await updateKeys(deps, principal.user, body.keyIds, body.changes);
    const message = answer('keys-updated', { count: keys.length });
    return { message, data: { keys } };
  });
  serve(api.deleteKey, async ({ params, query, principal }) => {
    const { hard, reason } = query;
    const options = { hard: hard === 'true', reason };
    const key = await deleteKey(deps, principal.user, params.id, options);
    return { message: answer(reason ? 'key-retired' : 'key-deleted', key) };
  });
};
