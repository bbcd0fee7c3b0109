import { api } from '@keydesk/shared/api';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import { sendCsv } from '../../core/files/csv.ts';
import { readerOf } from '../../core/live/key-readers.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import type { AddRoutes } from '../../http/define-route.ts';
import { defineRoute, success } from '../../http/define-route.ts';
import { confirmBackHome } from './back-home.ts';
import { exportLoans, readKeyAt, readKeyHistory } from './history.ts';
import type { KeyListCache } from './key-list.ts';
import { sendKeyList } from './key-list.ts';
import { readLastSeen } from './queries.ts';
import {
  allTakenKeys,
  filterKeys,
  frequentlyUsedKeys,
  listRemovedKeys,
  myTakenKeys,
  readKey,
  readRemovedKey,
} from './read.ts';

export const addKeyRoutes: AddRoutes<{
  keyList: KeyListCache;
  publisher: Publisher;
  timezone: () => string;
}> = (app, deps) => {
  const { db, routes, keyList, timezone } = deps;

  defineRoute(app, routes, api.listKeys, async ({ query, principal, request, reply }) =>
    Object.values(query).every((filter) => filter === undefined)
      ? sendKeyList(keyList, readerOf(principal), request, reply)
      : success({ data: { keys: await filterKeys(db, principal, query) } }),
  );
  defineRoute(app, routes, api.removedKeys, async ({ query }) =>
    success({ data: await listRemovedKeys(db, query.before) }),
  );
  defineRoute(app, routes, api.removedKey, async ({ params }) =>
    success({ data: await readRemovedKey(db, params.id) }),
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
  defineRoute(app, routes, api.getKey, async ({ params, principal }) => {
    const key = await readKey(db, principal, params.id, timezone());
    const lastSeen = readerOf(principal) === 'desk' && {
      lastSeenAt: (await readLastSeen(db, key._id))?.toISOString() ?? null,
    };
    return success({ data: { key, ...lastSeen } });
  });
  defineRoute(app, routes, api.keyHistory, async ({ params, query, principal }) =>
    success({ data: await readKeyHistory(db, principal, params.id, query) }),
  );
  defineRoute(app, routes, api.exportKeyHistory, async ({ params, query, principal, reply }) => {
    const { language, ...period } = query;
    const which = { keyId: params.id, ...period, timezone: timezone() };
    const table = await exportLoans(db, principal.user, which);
    return sendCsv(reply, { name: 'key-history', language }, table);
  });
  defineRoute(app, routes, api.keyAt, async ({ params, query }) =>
    success({ data: await readKeyAt(db, params.id, new Date(query.moment), new Date()) }),
  );
  defineRoute(app, routes, api.backHome, async ({ params, principal }) => {
    const key = await confirmBackHome(deps, principal, params.id);
    return success({ message: answer('key-home', key), data: { key } });
  });
};
