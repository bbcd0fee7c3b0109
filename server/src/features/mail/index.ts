/** What other features may use of mail. */
export { listFailedMails, readOutboxState } from './outbox.ts';
