/** What other features may use of keys. */
export { hideHolderEmail, presentKey } from './present.ts';
export {
  findKeys,
  type KeyRow,
  keyByIdSelect,
  listActiveKeys,
  lockAndReadKeys,
} from './queries.ts';
