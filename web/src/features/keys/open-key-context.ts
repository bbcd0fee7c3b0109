import { createContext } from 'react';

/** Shows all there is to know about a key; null where that cannot be shown. */
export const OpenKeyContext = createContext<((keyId: string) => void) | null>(null);
