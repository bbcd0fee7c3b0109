import { Spinner } from '../../ui/spinner.tsx';

/** Lies over the page while the reports are read. */
export const LoadingOverlay = () => (
  <div
    role="status"
    className="fixed inset-0 z-30 grid place-items-center bg-canvas/70 backdrop-blur-xs"
  >
    <p className="card flex items-center gap-3 px-6 py-4 font-medium shadow-float">
      <Spinner className="size-5 text-accent" />
      Loading reports...
    </p>
  </div>
);
