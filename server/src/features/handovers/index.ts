/** What other features may use of handovers. */
export { voidCodesOfSession, voidCodesOfUser } from './codes.ts';
export { type DutyCodeRow, findDutyCode, lockDutyCode, useDutyCode } from './duty-codes.ts';
export { voidEveryCode } from './queries.ts';
export { type DeskUser, deskUserOf } from './transaction.ts';
