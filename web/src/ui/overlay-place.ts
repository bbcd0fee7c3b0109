import { createContext } from 'react';

/**
 * The element within which dialogs are drawn, to be looked at rather than used: they neither take
 * the focus nor keep anything from being pressed. Null, as everywhere else, is over the page.
 */
export const OverlayPlace = createContext<HTMLElement | null>(null);
