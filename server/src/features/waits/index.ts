/** What other features may use of waits. */
export { backNotices, type Waiter, waitingFor } from './notices.ts';
export {
  endWait,
  findWaiters,
  findWaitersOfCode,
  markNotifiedSql,
  tellWaiters,
} from './queries.ts';
