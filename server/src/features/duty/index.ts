/** What other features may use of duty. */
export { computerUser, type FoundComputer, findComputers } from './computers.ts';
export { renewComputerCookie } from './cookie.ts';
export { endDeskRights, endEveryDeskRight, forgetPin, storeLock } from './end-duty.ts';
export { revokeComputersOfDesk } from './enrolment.ts';
