import type { FastifyInstance } from 'fastify';

/** What the database's connections, the web's files and printing need while every caller is there. */
const reservedDescriptors = 200;
const warnEveryMs = 60_000;

/**
 * Takes fewer connections than the process may open files, so that those it has are still served.
 * Nobody can be answered on a connection too many, hence the log says so, once in a while. Should
 * files run out all the same, the server goes on and accepts again as soon as there are some.
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
    // Whoever starts to listen hears of errors until then.
    if (app.server.listening) warn({ err: error }, 'a connection could not be accepted');
  });
}

/** How many files this process may have open; unknown where the system does not say. */
function maxOpenFiles(): number | undefined {
  const report = process.report as (NodeJS.ProcessReport & ReportOptions) | undefined;
  if (!report) return undefined;
  // Otherwise it would look up the names of all addresses it is connected to.
  report.excludeNetwork = true;
  const { userLimits } = report.getReport() as Report;
  const limit = Number(userLimits?.open_files?.soft);
  return Number.isFinite(limit) ? limit : undefined;
}

type ReportOptions = { excludeNetwork?: boolean };
type Report = { userLimits?: { open_files?: { soft: number | string } } };
