import { lazyRouteComponent } from '@tanstack/react-router';

/** The code of a page has not come. */
export class PageLost extends Error {
  override readonly name = 'PageLost';
}

/**
 * A page whose code is loaded when an address leads to it. Lost, it is a failure within the frame:
 * left to itself the library would load the document anew, which a lost network loses too.
 */
export const latePage = <M extends object, N extends keyof M>(read: () => Promise<M>, name: N) =>
  lazyRouteComponent(
    () =>
      read().catch((cause: unknown) => {
        throw new PageLost('The page could not be loaded', { cause });
      }),
    name,
  );
