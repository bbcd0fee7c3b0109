import { api } from '@keydesk/shared/api';
import type { Config } from '../../config.ts';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import { abortOnDisconnect } from '../../platform/http/error-handler.ts';
import type { WorkQueue } from '../../work-queue.ts';
import type { WatchedDue } from '../due/current-due.ts';
import { reportPdf } from './pdf/report-pdf.ts';
import { readReports } from './service.ts';

/** The routes of the reports page and of its PDF file. */
export const addReportRoutes: AddRoutes<{
  config: Pick<Config, 'productName' | 'pdfFonts'>;
  due: WatchedDue;
  runQueued: WorkQueue;
}> = (app, { config, db, due, runQueued, routes }) => {
  const { productName, pdfFonts } = config;
  const deps = () => {
    const { timezone } = due.calendar();
    return { db, now: new Date(), timezone, productName, pdfFonts };
  };

  defineRoute(app, routes, api.reports, async ({ query }) =>
    success({ data: await readReports(deps(), query.timeRange) }),
  );
  defineRoute(app, routes, api.reportsPdf, async ({ query, principal, reply }) => {
    const work = {
      kind: 'report',
      userId: principal.user.id,
      signal: abortOnDisconnect(reply),
    } as const;
    const { fileName, pdf } = await runQueued(work, (signal) => reportPdf(deps(), query, signal));
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(pdf);
  });
};
