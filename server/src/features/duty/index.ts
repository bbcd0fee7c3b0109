/** What other features may use of duty. */
export {
  computerUser,
  type FoundComputer,
  findComputers,
  renewComputerCookie,
} from './computers.ts';
export { endDeskRights, endEveryDeskRight, forgetPin, storeLock } from './duties.ts';
