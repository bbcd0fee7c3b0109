import { hash } from 'node:crypto';

/** SHA-256, the only form in which a secret of a session or of a code is stored. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');
