import { api } from '@keydesk/shared/api';
import type { AddRoutes } from '../../app-deps.ts';
import { defineRoute } from '../../http/define-route.ts';
import { keyTags } from './key-tags.service.ts';

export const addKeyTagRoutes: AddRoutes = (app, { config, db, routes }) => {
  defineRoute(app, routes, api.keyTags, async ({ body, reply }) => {
    const pdf = await keyTags(db, config.productName, body.keyIds);
    return reply
      .type('application/pdf')
      .header('content-disposition', 'attachment; filename="key-tags.pdf"')
      .send(pdf);
  });
};
