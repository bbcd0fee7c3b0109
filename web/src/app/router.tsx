import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Outlet,
  redirect,
  useRouter,
} from '@tanstack/react-router';
import { createOverlayHistory } from '../lib/overlay-history.ts';
import { PageError } from '../ui/error-state.tsx';
import { campusPart } from './campus-parts.ts';
import { guard, rememberVisit } from './guards.ts';
import {
  ChunkLoadError,
  DeskAvailableTab,
  DeskUnavailableTab,
  FacultyKeylistTab,
  lazyPage,
  preloadTab,
} from './lazy-routes.ts';

function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const lost = error instanceof ChunkLoadError;
  return (
    <PageError
      lost={lost}
      onRetry={() => (lost ? void router.invalidate() : window.location.reload())}
    />
  );
}

const root = createRootRoute({
  beforeLoad: guard,
  component: Outlet,
  notFoundComponent: () => null,
});

const index = createRoute({ getParentRoute: () => root, path: '/' });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyPage(() => import('../features/session/login-page.tsx'), 'LoginPage'),
});

const completeRegistration = createRoute({
  getParentRoute: () => root,
  path: '/complete-registration',
  component: lazyPage(
    () => import('../features/session/registration-page.tsx'),
    'CompleteRegistrationPage',
  ),
});

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  component: lazyPage(() => import('./routes/message-pages.tsx'), 'VerifyEmailPage'),
});

const found = createRoute({
  getParentRoute: () => root,
  path: '/f/$tag',
  component: lazyPage(() => import('./routes/found-page.tsx'), 'FoundPage'),
});

const enrol = createRoute({
  getParentRoute: () => root,
  path: '/enrol',
  component: lazyPage(() => import('./routes/enrol-page.tsx'), 'EnrolPage'),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  component: lazyPage(() => import('./routes/dashboard-shell.tsx'), 'DashboardShell'),
});

const settings = createRoute({
  getParentRoute: () => dashboard,
  id: 'settings',
  component: lazyPage(() => import('./routes/settings-pages.tsx'), 'SettingsLayout'),
});

const settingsPages = [
  createRoute({
    getParentRoute: () => settings,
    path: 'admin/security',
    component: lazyPage(
      () => import('../features/administration/security-settings/security-settings-page.tsx'),
      'SecuritySettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'admin/campus/$part',
    component: lazyPage(() => import('./routes/campus-page.tsx'), 'CampusPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'admin/campus',
    beforeLoad: ({ search }: { search: { tab?: unknown } }) => {
      const params = { part: campusPart(search.tab) };
      throw redirect({ to: '/dashboard/admin/campus/$part', params, replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'admin/access',
    component: lazyPage(() => import('./routes/access-page.tsx'), 'AccessPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'admin/system',
    component: lazyPage(() => import('../features/administration/system-page.tsx'), 'SystemPage'),
  }),
] as const;

const keyLists = createRoute({
  getParentRoute: () => dashboard,
  id: 'key-lists',
  component: lazyPage(() => import('./routes/key-pages.tsx'), 'KeyPagesLayout'),
});

const keyListPages = [
  createRoute({
    getParentRoute: () => keyLists,
    path: 'admin/keys/removed',
    component: lazyPage(
      () => import('../features/administration/keys/removed-keys.tsx'),
      'RemovedKeysPage',
    ),
  }),
  createRoute({
    getParentRoute: () => keyLists,
    path: 'admin/incidents',
    component: lazyPage(
      () => import('../features/loans/incidents/incidents-page.tsx'),
      'IncidentsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => keyLists,
    path: 'to-decide',
    component: lazyPage(() => import('./routes/to-decide-page.tsx'), 'ToDecidePage'),
  }),
  createRoute({
    getParentRoute: () => keyLists,
    path: 'count',
    component: lazyPage(() => import('../features/loans/count/count-page.tsx'), 'CountsPage'),
  }),
] as const;

const dashboardPages = [
  keyLists.addChildren(keyListPages),
  settings.addChildren(settingsPages),
  createRoute({
    getParentRoute: () => dashboard,
    path: '/',
    component: lazyPage(() => import('./routes/message-pages.tsx'), 'UnknownRolePage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'admin',
    component: lazyPage(
      () => import('../features/insight/admin-dashboard.tsx'),
      'AdminDashboardPage',
    ),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'admin/users',
    component: lazyPage(
      () => import('../features/administration/users/manage-users.tsx'),
      'ManageUsersPage',
    ),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'admin/users/$id',
    component: lazyPage(
      () => import('../features/administration/users/person-page.tsx'),
      'PersonPage',
    ),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'admin/keys',
    component: lazyPage(
      () => import('../features/administration/keys/manage-keys.tsx'),
      'ManageKeysPage',
    ),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'admin/keys/$id',
    component: lazyPage(() => import('../features/administration/keys/key-page.tsx'), 'KeyPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'admin/settings',
    component: lazyPage(() => import('./routes/settings-pages.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'admin/reports',
    component: lazyPage(() => import('../features/insight/reports.tsx'), 'ReportsPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'admin/audit',
    component: lazyPage(
      () => import('../features/administration/audit-log/audit-log.tsx'),
      'AuditLog',
    ),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'operator',
    component: lazyPage(() => import('../features/insight/operator-dashboard.tsx'), 'OperatorPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'responder',
    component: lazyPage(() => import('./routes/message-pages.tsx'), 'ResponderPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'count/$id',
    component: lazyPage(() => import('../features/loans/count/count-page.tsx'), 'CountPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'security/overdue',
    beforeLoad: ({ search }) => {
      throw redirect({
        to: '/dashboard/security/$tab',
        params: { tab: 'unavailable' },
        search: { ...search, show: 'overdue' },
        replace: true,
      });
    },
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'security/$tab',
    component: lazyPage(() => import('./routes/desk-page.tsx'), 'DeskPage'),
    // Loads the tab's code in parallel with the page's, and only once.
    staleTime: Number.POSITIVE_INFINITY,
    loader: async ({ params: { tab } }) => {
      if (tab === 'available') await preloadTab(DeskAvailableTab);
      if (tab === 'unavailable') await preloadTab(DeskUnavailableTab);
    },
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'faculty/$tab',
    component: lazyPage(() => import('./routes/faculty-page.tsx'), 'FacultyPage'),
    staleTime: Number.POSITIVE_INFINITY,
    loader: async ({ params: { tab } }) => {
      if (tab === 'keylist') await preloadTab(FacultyKeylistTab);
    },
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'collective-return',
    component: lazyPage(
      () => import('../features/loans/volunteer/volunteer-return-page.tsx'),
      'VolunteerReturnPage',
    ),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'my-access',
    component: lazyPage(() => import('../features/access/my-access.tsx'), 'MyAccessPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'profile',
    component: lazyPage(() => import('../features/session/profile-page.tsx'), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'about',
    component: lazyPage(() => import('./routes/about-page.tsx'), 'AboutPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'notifications',
    component: lazyPage(
      () => import('../features/messages/notification-list.tsx'),
      'NotificationsPage',
    ),
  }),
] as const;

/** Every address of the application; the guard redirects any other to /dashboard. */
const routeTree = root.addChildren([
  index,
  login,
  completeRegistration,
  verifyEmail,
  found,
  enrol,
  dashboard.addChildren(dashboardPages),
]);

export const router = createRouter({
  routeTree,
  history: createOverlayHistory(),
  defaultPreload: 'intent',
  scrollRestoration: true,
  trailingSlash: 'never',
  defaultErrorComponent: RouteError,
});

router.subscribe('onResolved', ({ toLocation }) => rememberVisit(toLocation.pathname));

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
