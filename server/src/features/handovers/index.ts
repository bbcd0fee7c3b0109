/** What other features may use of handovers. */
export { voidCodesOfSession, voidCodesOfUser } from './codes.ts';
export { voidEveryCode } from './queries.ts';
