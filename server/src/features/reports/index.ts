/** What other features may use of reports. */
export { countKeys, countUsers } from './service.ts';
