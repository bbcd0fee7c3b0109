import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import { guard } from './guards/guard.ts';
import { latePage } from './routes/late-page.ts';
import {
  DeskAvailableTab,
  DeskUnavailableTab,
  FacultyKeylistTab,
  loadTab,
} from './routes/late-tabs.ts';

const root = createRootRoute({
  beforeLoad: guard,
  component: Outlet,
  notFoundComponent: () => null,
});

const index = createRoute({ getParentRoute: () => root, path: '/' });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: latePage(() => import('./routes/login-page.tsx'), 'LoginPage'),
});

const completeRegistration = createRoute({
  getParentRoute: () => root,
  path: '/complete-registration',
  component: latePage(
    () => import('./routes/complete-registration-page.tsx'),
    'CompleteRegistrationPage',
  ),
});

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  component: latePage(() => import('./routes/verify-email-page.tsx'), 'VerifyEmailPage'),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  component: latePage(() => import('./routes/dashboard-shell.tsx'), 'DashboardShell'),
});

const dashboardPages = [
  createRoute({
    getParentRoute: () => dashboard,
    path: '/',
    component: latePage(() => import('./routes/unknown-role-page.tsx'), 'UnknownRolePage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'admin',
    component: latePage(() => import('./routes/admin-dashboard-page.tsx'), 'AdminDashboardPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'admin/users',
    component: latePage(() => import('./routes/manage-users-page.tsx'), 'ManageUsersPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'admin/keys',
    component: latePage(() => import('./routes/manage-keys-page.tsx'), 'ManageKeysPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'admin/security',
    component: latePage(
      () => import('./routes/security-settings-page.tsx'),
      'SecuritySettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'admin/reports',
    component: latePage(() => import('./routes/reports-page.tsx'), 'ReportsPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'admin/audit',
    component: latePage(() => import('./routes/admin-audit-page.tsx'), 'AdminAuditPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'admin/system',
    component: latePage(() => import('./routes/system-page.tsx'), 'SystemPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'operator',
    component: latePage(() => import('./routes/operator-page.tsx'), 'OperatorPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'responder',
    component: latePage(() => import('./routes/responder-page.tsx'), 'ResponderPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'security/$tab',
    component: latePage(() => import('./routes/desk-page.tsx'), 'DeskPage'),
    // A tab's code comes beside the page rather than after it, once.
    staleTime: Number.POSITIVE_INFINITY,
    loader: async ({ params: { tab } }) => {
      if (tab === 'available') await loadTab(DeskAvailableTab);
      if (tab === 'unavailable') await loadTab(DeskUnavailableTab);
    },
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'faculty/$tab',
    component: latePage(() => import('./routes/faculty-page.tsx'), 'FacultyPage'),
    staleTime: Number.POSITIVE_INFINITY,
    loader: async ({ params: { tab } }) => {
      if (tab === 'keylist') await loadTab(FacultyKeylistTab);
    },
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'collective-return',
    component: latePage(
      () => import('./routes/collective-return-page.tsx'),
      'CollectiveReturnPage',
    ),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'profile',
    component: latePage(() => import('./routes/profile-page.tsx'), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'about',
    component: latePage(() => import('./routes/about-page.tsx'), 'AboutPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'notifications',
    component: latePage(() => import('./routes/notifications-page.tsx'), 'NotificationsPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'style',
    component: latePage(() => import('./style/style-page.tsx'), 'StylePage'),
  }),
] as const;

/** Every address of the application (spec §2); the guard sends any other to /dashboard. */
export const routeTree = root.addChildren([
  index,
  login,
  completeRegistration,
  verifyEmail,
  dashboard.addChildren(dashboardPages),
]);
