/** The public interface of the keys feature. */
export {
  disputeCell,
  exportLoans,
  identificationCell,
  lastUndoneReturn,
  listUserLoans,
  presentSettlement,
  presentUndone,
  returnCell,
  type StoredUndone,
  settlementOf,
  undoneOf,
} from './history.ts';
export type { KeyListCache } from './key-list.ts';
export { presentKey, presentStorageLocation, readForDesk } from './present.ts';
export {
  countLoans,
  endMisses,
  eraseKey,
  findKeys,
  findRetired,
  hasAccessHistory,
  hasBeenSought,
  insertKey,
  type KeyRow,
  keyByIdSelect,
  lockActiveKey,
  lockAndReadKeys,
  readActiveKey,
  type StoredRetiredKey,
  toRetiredKey,
  updateKeyFields,
} from './queries.ts';
