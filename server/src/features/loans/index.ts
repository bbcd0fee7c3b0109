/** What other features may use of loans. */
export { voidCodesOfSession, voidCodesOfUser } from './codes.ts';
export { listDisputes } from './disputes.ts';
export { type DutyCodeRow, findDutyCode, lockDutyCode, useDutyCode } from './duty-codes.ts';
export { voidEveryCode } from './queries.ts';
