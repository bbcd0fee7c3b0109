import { api } from '@keydesk/shared/api';
import type { Config } from '../../config.ts';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import { readLadder, saveLadder } from './settings.ts';

/** The routes of the ladder: who is told of due times, and when. */
export const addLadderRoutes: AddRoutes<{ config: Pick<Config, 'mail'> }> = (
  app,
  { config, db, routes },
) => {
  const read = async () => ({ ...(await readLadder(db)), mail: config.mail !== null });

  defineRoute(app, routes, api.getLadder, async () => success({ data: await read() }));
  defineRoute(app, routes, api.putLadder, async ({ body, principal }) => {
    await saveLadder(db, principal.user, body);
    return success({ message: 'Saved', data: await read() });
  });
};
