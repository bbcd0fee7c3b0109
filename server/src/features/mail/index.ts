/** What other features may use of mail. */
export { listFailedMails, readOutboxState } from './outbox.ts';
export type { RecheckMails } from './sender.ts';
