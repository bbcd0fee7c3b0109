import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { PageFailure } from './page-failure.tsx';
import { PageLost } from './routes/late-page.ts';

/** A page that failed within the frame. Without a network the document is not loaded anew. */
export const RouteFailure = ({ error }: ErrorComponentProps) => {
  const router = useRouter();
  const retry = () => {
    if (error instanceof PageLost || !navigator.onLine) void router.invalidate();
    else window.location.reload();
  };
  return <PageFailure onRetry={retry} />;
};
