import { api } from '@keydesk/shared/api';
import type { AddRoutes } from '../../app-deps.ts';
import { untilCallerLeaves } from '../../http/caller-left.ts';
import { defineRoute } from '../../http/define-route.ts';
import { keyTags } from './key-tags.service.ts';

export const addKeyTagRoutes: AddRoutes = (app, { config, db, longWork, routes }) => {
  defineRoute(app, routes, api.keyTags, async ({ body, principal, reply }) => {
    const order = {
      kind: 'tags',
      userId: principal.user.id,
      signal: untilCallerLeaves(reply),
    } as const;
    const pdf = await longWork(order, (signal) =>
      keyTags(db, config.productName, body.keyIds, signal),
    );
    return reply
      .type('application/pdf')
      .header('content-disposition', 'attachment; filename="key-tags.pdf"')
      .send(pdf);
  });
};
