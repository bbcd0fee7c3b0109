/** What other features may use of waits. */
export { backNotices, countWaiting } from './notices.ts';
export {
  endWait,
  findWaiters,
  findWaitersOfCode,
  markToldText,
  tellWaiters,
  type Waiter,
} from './queries.ts';
