import { ErrorState } from '../ui/error-state.tsx';

/** Stands in for a page that could not be loaded or drawn. */
export const PageFailure = () => (
  <ErrorState
    title="This page could not be shown"
    message="An unexpected error occurred"
    onRetry={() => window.location.reload()}
  />
);
