/** What other features may use of the ladder. */
export { readLadder } from './settings.ts';
