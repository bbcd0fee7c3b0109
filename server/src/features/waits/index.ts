/** What other features may use of waits. */
export { backNotices, countWaiting, type Waiter } from './notices.ts';
export {
  endWait,
  findWaiters,
  findWaitersOfCode,
  markNotifiedSql,
  tellWaiters,
} from './queries.ts';
