import { buildServer } from '../../scripts/build-server.mjs';

/** Before the tests: those that start the program start the same bundle as `npm start`. */
export async function setup() {
  if (!(await buildServer())) throw new Error('Without the server nothing can be tested');
}
