/** The public interface of the keys feature. */
export {
  disputeCell,
  exportLoans,
  lastUndoneReturn,
  listUserLoans,
  presentSettlement,
  presentUndone,
  type StoredUndone,
  settlementOf,
  undoneOf,
} from './history.ts';
export type { KeyListCache } from './key-list.ts';
export { presentKey, presentStorageLocation } from './present.ts';
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
  type StoredRetiredKey,
  toRetiredKey,
  updateKeyFields,
} from './queries.ts';
