import { Spinner } from './spinner.tsx';

/** A wait with its reason in words. */
export const Loading = ({ label = 'Loading...' }: { label?: string }) => (
  <div
    role="status"
    className="flex flex-col items-center justify-center gap-3 px-4 py-16 text-muted"
  >
    <Spinner className="size-6 text-accent" />
    <p>{label}</p>
  </div>
);

/** The same to be heard alone, where what still loads is drawn in its place. */
export const HeardLoading = ({ label }: { label: string }) => (
  <p role="status" className="sr-only">
    {label}
  </p>
);
