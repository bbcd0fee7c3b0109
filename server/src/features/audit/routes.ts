import { api } from '@keydesk/shared/api';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import { verifyAudit } from './chain.ts';
import { exportTrail } from './export.ts';
import { readTrail } from './trail.ts';

/** The routes of the audit log: read, verify, export. */
export const addAuditRoutes: AddRoutes = (app, { db, routes }) => {
  defineRoute(app, routes, api.listAudit, async ({ query }) =>
    success({ data: await readTrail(db, query) }),
  );
  defineRoute(app, routes, api.verifyAudit, async () => success({ data: await verifyAudit(db) }));
  defineRoute(app, routes, api.exportAudit, async ({ query, principal, reply }) => {
    const lines = await exportTrail(db, principal.user, query);
    const today = new Date().toISOString().slice(0, 10);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="audit-${today}.csv"`)
      .send(lines);
  });
};
