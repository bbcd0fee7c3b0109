import { HeardLoading } from './loading.tsx';

/** Says that what was asked for is on its way; seen only where that takes a moment. */
export const LateSign = () => (
  <div className="fixed inset-x-0 top-0 z-60 animate-late-sign">
    <div className="h-0.75 bg-accent animate-pulse" />
    <HeardLoading label="Loading..." />
  </div>
);
