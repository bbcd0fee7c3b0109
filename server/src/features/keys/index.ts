/** What other features may use of keys. */

export { listUserLoans } from './loans.ts';
export {
  hideFromHolder,
  hideFromOthers,
  type KeyReader,
  presentKey,
  presentSpot,
  readerOf,
} from './present.ts';
export {
  findKeys,
  type KeyRow,
  keyByIdSelect,
  listActiveKeys,
  lockAndReadKeys,
} from './queries.ts';
