import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { PageFailure } from './page-failure.tsx';
import { PageLost } from './routes/late-page.ts';

/** A page that failed within the frame, which stays. */
export const RouteFailure = ({ error }: ErrorComponentProps) => {
  const router = useRouter();
  const lost = error instanceof PageLost;
  return (
    <PageFailure
      lost={lost}
      onRetry={() => (lost ? void router.invalidate() : window.location.reload())}
    />
  );
};
