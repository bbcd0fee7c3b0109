/** What other features may use of disputes. */

export { listDisputes } from './queries.ts';
