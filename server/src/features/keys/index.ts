/** What other features may use of keys. */

export {
  hideFromHolder,
  hideFromOthers,
  type KeyReader,
  readerOf,
} from '../../realtime/key-readers.ts';
export { listUserLoans } from './loans.ts';
export { presentKey, presentSpot } from './present.ts';
export {
  findKeys,
  type KeyRow,
  keyByIdSelect,
  listActiveKeys,
  lockAndReadKeys,
} from './queries.ts';
