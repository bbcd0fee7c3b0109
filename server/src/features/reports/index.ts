/** What other features may use of reports. */
export { countKeys, countUsers, type ReportDeps } from './service.ts';
