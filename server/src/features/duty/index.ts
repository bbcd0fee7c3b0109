/** The public interface of the duty feature. */
export {
  computerUser,
  type FoundComputer,
  findComputers,
  renewComputerCookie,
} from './computers.ts';
export { endDeskRights, endEveryDeskRight, forgetPin, storeLock } from './duties.ts';
