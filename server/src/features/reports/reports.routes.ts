import { api } from '@keydesk/shared/api';
import type { AddRoutes } from '../../app-deps.ts';
import { untilCallerLeaves } from '../../http/caller-left.ts';
import { defineRoute } from '../../http/define-route.ts';
import { success } from '../../http/success.ts';
import { reportPdf } from './report-pdf.service.ts';
import { readReports } from './reports.service.ts';

export const addReportRoutes: AddRoutes = (app, { config, db, longWork, routes }) => {
  const rule = { reminderTime: config.reminderTime, timezone: config.campusTimezone };
  const deps = () => ({ db, now: new Date(), rule, productName: config.productName });

  defineRoute(app, routes, api.reports, async ({ query }) =>
    success({ data: await readReports(deps(), query.timeRange) }),
  );
  defineRoute(app, routes, api.reportsPdf, async ({ query, principal, reply }) => {
    const order = {
      kind: 'report',
      userId: principal.user.id,
      signal: untilCallerLeaves(reply),
    } as const;
    const { fileName, pdf } = await longWork(order, (signal) => reportPdf(deps(), query, signal));
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(pdf);
  });
};
