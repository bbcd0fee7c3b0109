import { Spinner } from '../ui/spinner.tsx';

/** Shown while authentication is checked at start-up. */
export const Splash = () => (
  <div role="status" className="grid min-h-dvh place-items-center">
    <div className="flex flex-col items-center gap-5 text-accent">
      <img src="/favicon.svg" alt="" className="size-16" />
      <Spinner />
      <span className="sr-only">Loading...</span>
    </div>
  </div>
);
