import { fileURLToPath } from 'node:url';

/** The folder of the built web application, which need not be there. */
export const builtWeb = fileURLToPath(new URL('../../../web/dist', import.meta.url));
