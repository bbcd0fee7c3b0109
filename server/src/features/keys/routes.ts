import { api } from '@keydesk/shared/api';
import { plural } from '@keydesk/shared/plural';
import type { AddRoutes } from '../../app-deps.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import { confirmBackHome } from './back-home.ts';
import { updateKeys } from './bulk-change.ts';
import { sendKeyList } from './key-list.ts';
import { readKeyHistory } from './loans.ts';
import { createKey, deleteKey, toggleFrequent, updateKey } from './manage.ts';
import { readerOf } from './present.ts';
import { findKeys } from './queries.ts';
import { allTakenKeys, filterKeys, frequentlyUsedKeys, myTakenKeys, readKey } from './read.ts';

/** The routes of keys: lists, one key and its history, and an admin's changes. */
export const addKeyRoutes: AddRoutes = (app, deps) => {
  const { db, routes, keyList } = deps;

  defineRoute(app, routes, api.listKeys, async ({ query, principal, request, reply }) =>
    Object.values(query).every((filter) => filter === undefined)
      ? sendKeyList(keyList, readerOf(principal), request, reply)
      : success({ data: { keys: await filterKeys(db, principal, query) } }),
  );
  defineRoute(app, routes, api.myTakenKeys, async ({ principal }) =>
    success({
      data: { keys: await myTakenKeys(db, principal.user) },
    }),
  );
  defineRoute(app, routes, api.myFrequentlyUsedKeys, async ({ principal }) =>
    success({
      data: await frequentlyUsedKeys(db, principal),
    }),
  );
  defineRoute(app, routes, api.allTakenKeys, async ({ principal }) =>
    success({
      data: { keys: await allTakenKeys(db, principal) },
    }),
  );
  defineRoute(app, routes, api.getKey, async ({ params, principal }) =>
    success({
      data: { key: await readKey(db, principal, params.id) },
    }),
  );
  defineRoute(app, routes, api.keyHistory, async ({ params, query, principal }) =>
    success({ data: await readKeyHistory(db, principal, params.id, query.before) }),
  );
  defineRoute(app, routes, api.toggleFrequentKey, async ({ params, principal }) => {
    const key = await toggleFrequent(deps, principal.user, params.id);
    const message = `Key ${key.keyNumber} ${key.frequentlyUsed ? 'marked' : 'unmarked'} as frequently used`;
    return success({ message, data: { key } });
  });
  defineRoute(app, routes, api.backHome, async ({ params, principal }) => {
    const key = await confirmBackHome(deps, principal, params.id);
    return success({ message: `Key ${key.keyNumber} is back home`, data: { key } });
  });
  defineRoute(app, routes, api.createKey, async ({ body, principal }) => {
    const key = await createKey(deps, principal.user, body);
    return success({ message: `Key ${key.keyNumber} added successfully`, data: { key } });
  });
  defineRoute(
    app,
    routes,
    api.updateKey,
    async ({ params, body, principal }) => {
      const key = await updateKey(deps, principal.user, params.id, body);
      return success({ message: `Key ${key.keyNumber} updated successfully`, data: { key } });
    },
    async ({ params }) => (await findKeys(db, [params.id]))[0],
  );
  defineRoute(app, routes, api.updateKeys, async ({ body, principal }) => {
    const keys = await updateKeys(deps, principal.user, body.keyIds, body.changes);
    const message = `${plural(keys.length, 'key')} updated successfully`;
    return success({ message, data: { keys } });
  });
  defineRoute(app, routes, api.deleteKey, async ({ params, query, principal }) => {
    const key = await deleteKey(deps, principal.user, params.id, query.hard === 'true');
    return success({ message: `Key ${key.keyNumber} deleted successfully` });
  });
};
