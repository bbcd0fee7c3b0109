import { api } from '@keydesk/shared/api';
import type { RangeChoice } from '@keydesk/shared/insight/analytics';
import type { Config } from '../../config/config.ts';
import type { WorkQueue } from '../../core/work-queue.ts';
import type { AddRoutes } from '../../http/define-route.ts';
import { abortOnDisconnect } from '../../http/error-handler.ts';
import { inLanguageOf } from '../../http/language.ts';
import { activeUsers, keyUsage, peakUsage } from './analytics.ts';
import { reportPdf } from './pdf/report-pdf.ts';
import { rangesOf } from './range.ts';
import { readReports } from './reports.ts';

export const addInsightRoutes: AddRoutes<{
  config: Pick<Config, 'productName' | 'pdfFonts'>;
  runQueued: WorkQueue;
  timezone: () => string;
}> = (serve, { config, db, runQueued, timezone }) => {
  const { productName, pdfFonts } = config;
  const deps = () => ({ db, now: new Date(), timezone: timezone(), productName, pdfFonts });

  const rangesNow = (choice: RangeChoice) => rangesOf(choice, new Date(), timezone());

  serve(api.keyUsageAnalytics, async ({ query }) => ({
    data: await keyUsage(db, rangesNow(query)[query.period], query),
  }));
  serve(api.activeUsersAnalytics, async ({ query }) => ({
    data: await activeUsers(db, rangesNow(query)[query.period], query),
  }));
  serve(api.peakUsageAnalytics, async ({ query }) => ({
    data: await peakUsage(deps(), rangesNow(query)[query.period], query),
  }));

  serve(api.reports, async ({ query }) => ({
    data: await readReports(deps(), rangesNow(query).current),
  }));
  serve(api.reportsPdf, async ({ query, principal, reply }) => {
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
