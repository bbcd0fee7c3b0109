import { sinceText } from '../../features/keys/since-text.ts';
import { serverNow } from '../../lib/clock.ts';

/** Since when, as seen now by the server's clock. */
export const sinceNow = (instant: string): string => sinceText(instant, serverNow());
