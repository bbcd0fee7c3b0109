import { api } from '@keydesk/shared/api';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import { sendCsv } from '../../core/files/csv.ts';
import { readerOf } from '../../core/live/key-readers.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import type { AddRoutes } from '../../http/define-route.ts';
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
}> = (serve, deps) => {
  const { db, keyList, timezone } = deps;

  serve(api.listKeys, async ({ query, principal, request, reply }) =>
    Object.values(query).every((filter) => filter === undefined)
      ? sendKeyList(keyList, readerOf(principal), request, reply)
      : { data: { keys: await filterKeys(db, principal, query) } },
  );
  serve(api.removedKeys, async ({ query }) => ({ data: await listRemovedKeys(db, query.before) }));
  serve(api.removedKey, async ({ params }) => ({ data: await readRemovedKey(db, params.id) }));
  serve(api.myTakenKeys, async ({ principal }) => ({
    data: { keys: await myTakenKeys(db, principal.user) },
  }));
  serve(api.myFrequentlyUsedKeys, async ({ principal }) => ({
    data: await frequentlyUsedKeys(db, principal),
  }));
  serve(api.allTakenKeys, async ({ principal }) => ({
    data: { keys: await allTakenKeys(db, principal) },
  }));
  serve(api.getKey, async ({ params, principal }) => {
    const key = await readKey(db, principal, params.id, timezone());
    const lastSeen = readerOf(principal) === 'desk' && {
      lastSeenAt: (await readLastSeen(db, key._id))?.toISOString() ?? null,
    };
    return { data: { key, ...lastSeen } };
  });
  serve(api.keyHistory, async ({ params, query, principal }) => ({
    data: await readKeyHistory(db, principal, params.id, query),
  }));
  serve(api.exportKeyHistory, async ({ params, query, principal, reply }) => {
    const { language, ...period } = query;
    const which = { keyId: params.id, ...period, timezone: timezone() };
    const table = await exportLoans(db, principal.user, which);
    return sendCsv(reply, { name: 'key-history', language }, table);
  });
  serve(api.keyAt, async ({ params, query }) => ({
    data: await readKeyAt(db, params.id, new Date(query.moment), new Date()),
  }));
  serve(api.backHome, async ({ params, principal }) => {
    const key = await confirmBackHome(deps, principal, params.id);
    return { message: answer('key-home', key), data: { key } };
  });
};
