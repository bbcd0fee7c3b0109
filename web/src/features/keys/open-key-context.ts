import { createContext } from 'react';

/** Opens the details of a key; null on pages that cannot show them. */
export const OpenKeyContext = createContext<((keyId: string) => void) | null>(null);
