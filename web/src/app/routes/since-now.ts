import { nearMomentText } from '../../features/keys/near-moment-text.ts';
import { serverNow } from '../../lib/clock.ts';

/** Since when, as seen now by the server's clock. */
export const sinceNow = (instant: string): string => nearMomentText(new Date(instant), serverNow());
