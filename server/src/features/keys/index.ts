/** What other features may use of keys. */

export { isOlderLoan, newestLoanFirst } from './loan-order.ts';
export {
  hideFromHolder,
  hideFromOthers,
  type KeyReader,
  presentKey,
  presentSpot,
  readerOf,
} from './present.ts';
export { type LoanRow, presentLoan } from './present-loan.ts';
export {
  findKeys,
  type KeyRow,
  keyByIdSelect,
  listActiveKeys,
  lockAndReadKeys,
} from './queries.ts';
