import { createRouter } from '@tanstack/react-router';
import { rememberVisit } from './guards/guard.ts';
import { RouteFailure } from './route-failure.tsx';
import { routeTree } from './route-tree.tsx';

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  trailingSlash: 'never',
  defaultErrorComponent: RouteFailure,
});

router.subscribe('onResolved', ({ toLocation }) => rememberVisit(toLocation.pathname));

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
