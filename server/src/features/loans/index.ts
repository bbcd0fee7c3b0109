/** The public interface of the loans feature. */
export { voidCodesOfSession, voidCodesOfUser } from './codes.ts';
export { listDisputes } from './disputes.ts';
export { type DutyCodeRow, findDutyCode, lockDutyCode, useDutyCode } from './duty-codes.ts';
export { voidEveryCode } from './queries.ts';
