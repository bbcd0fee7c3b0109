import { api } from '@keydesk/shared/api';
import type { Config } from '../../config/config.ts';
import type { WorkQueue } from '../../core/work-queue.ts';
import { type AddRoutes, defineRoute, success } from '../../http/define-route.ts';
import { abortOnDisconnect } from '../../http/error-handler.ts';
import { inLanguageOf } from '../../http/language.ts';
import type { WatchedDue } from '../due/index.ts';
import { activeUsers, keyUsage, peakUsage } from './analytics.ts';
import { reportPdf } from './pdf/report-pdf.ts';
import { readReports } from './reports.ts';

export const addAnalyticsRoutes: AddRoutes<{ due: WatchedDue }> = (app, { db, due, routes }) => {
  const deps = () => ({ db, now: new Date(), timezone: due.calendar().timezone });

  defineRoute(app, routes, api.keyUsageAnalytics, async ({ query }) =>
    success({ data: await keyUsage(deps(), query) }),
  );
  defineRoute(app, routes, api.activeUsersAnalytics, async ({ query }) =>
    success({ data: await activeUsers(deps(), query) }),
  );
  defineRoute(app, routes, api.peakUsageAnalytics, async ({ query }) =>
    success({ data: await peakUsage(deps(), query) }),
  );
};

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
    success({ data: await readReports(deps(), query) }),
  );
  defineRoute(app, routes, api.reportsPdf, async ({ query, principal, reply }) => {
    const work = {
      kind: 'report',
      userId: principal.user.id,
      signal: abortOnDisconnect(reply),
    } as const;
    const { fileName, pdf } = await inLanguageOf(principal.user, () =>
      runQueued(work, (signal) => reportPdf(deps(), query, signal)),
    );
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(pdf);
  });
};
