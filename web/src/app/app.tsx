import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '../lib/query-client.ts';
import { OfflineReason } from '../ui/offline-reason.tsx';
import { ToastHost } from '../ui/toast/toast-host.tsx';
import { router } from './router.tsx';
import { Splash } from './splash.tsx';
import { opened } from './start-up.ts';

/** The whole application with its providers. */
export const App = () => (
  <QueryClientProvider client={queryClient}>
    {opened.use() ? <RouterProvider router={router} /> : <Splash />}
    <OfflineReason />
    <ToastHost />
  </QueryClientProvider>
);
