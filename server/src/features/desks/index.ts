/** What other features may use of desks. */
export { requireDesk } from './require-desk.ts';
