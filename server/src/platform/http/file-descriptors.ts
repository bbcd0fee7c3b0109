import type { FastifyInstance } from 'fastify';

/** Kept free for database connections, web files and printing when all connections are in use. */
const reservedDescriptors = 200;
const warnEveryMs = 60_000;

/**
 * Accepts fewer connections than the process may open files, so that existing ones are still served.
 * Surplus connections are closed unanswered, which the log mentions at most once a minute. Should
 * descriptors run out nevertheless, the server goes on and accepts again once some are free.
 */
export function reserveFileDescriptors(app: FastifyInstance, maxFiles = maxOpenFiles()): void {
  if (maxFiles !== undefined)
    app.server.maxConnections = maxFiles - Math.min(reservedDescriptors, Math.floor(maxFiles / 2));
  let quietUntil = 0;
  const warn = (facts: object, message: string): void => {
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + warnEveryMs;
    app.log.warn(facts, message);
  };
  app.server.on('drop', () =>
    warn({ max: app.server.maxConnections }, 'too many connections: new ones are closed'),
  );
  app.server.on('error', (error) => {
    // Until then, `listen` itself reports errors.
    if (app.server.listening) warn({ err: error }, 'a connection could not be accepted');
  });
}

/** How many files this process may have open; undefined where the system does not say. */
function maxOpenFiles(): number | undefined {
  const report = process.report as (NodeJS.ProcessReport & ReportOptions) | undefined;
  if (!report) return undefined;
  // Otherwise the report looks up the host name of every connected address.
  report.excludeNetwork = true;
  const { userLimits } = report.getReport(withoutStack) as Report;
  const limit = Number(userLimits?.open_files?.soft);
  return Number.isFinite(limit) ? limit : undefined;
}

/** For its own stack the report would read the source maps, which then stay in memory: 9 MB. */
const withoutStack = { name: '', message: '', stack: '' };

type ReportOptions = { excludeNetwork?: boolean };
type Report = { userLimits?: { open_files?: { soft: number | string } } };
