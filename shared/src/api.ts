import { aboutRoutes } from './about/about.routes.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { handoverRoutes } from './handovers/handovers.routes.ts';
import { keyRoutes } from './keys/keys.routes.ts';
import { notificationRoutes } from './notifications/notifications.routes.ts';
import { pushRoutes } from './notifications/push.routes.ts';

/** Every route of the product, by name. */
export const api = {
  ...authRoutes,
  ...keyRoutes,
  ...handoverRoutes,
  ...notificationRoutes,
  ...pushRoutes,
  ...aboutRoutes,
};
export type Api = typeof api;
export type RouteName = keyof Api;
