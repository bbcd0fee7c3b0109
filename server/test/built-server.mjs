import { buildServer } from '../../scripts/build-server.mjs';

export async function setup() {
  if (!(await buildServer())) throw new Error('Without the server nothing can be tested');
}
