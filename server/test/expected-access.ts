import type { RouteName } from '@keydesk/shared/api';

/**
 * Everybody who may call a route: without a session, with one that has ended (an admin's, who could
 * do everything), not yet registered, or with a role.
 */
export const callers = [
  'signed-out',
  'revoked',
  'expired',
  'idle',
  'deleted',
  'pending',
  'incomplete',
  'faculty',
  'security',
  'operator',
  'responder',
  'admin',
] as const;
export type Caller = (typeof callers)[number];

const everybody: readonly Caller[] = callers;
export const sessionless: readonly Caller[] = [
  'signed-out',
  'revoked',
  'expired',
  'idle',
  'deleted',
];
const signedIn = everybody.filter((caller) => !sessionless.includes(caller));
const registered = signedIn.filter((caller) => caller !== 'pending' && caller !== 'incomplete');
const keyPeople: readonly Caller[] = ['faculty', 'security', 'admin'];
const desk: readonly Caller[] = ['security', 'admin'];
const admin: readonly Caller[] = ['admin'];

/** Who may call which route, stated a second time so that no route is opened by accident. */
export const expectedAccess: Readonly<Record<RouteName, readonly Caller[]>> = {
  beginGoogleSignIn: everybody,
  finishGoogleSignIn: everybody,
  checkAuth: signedIn,
  registrationStatus: signedIn,
  completeRegistration: signedIn,
  logout: everybody,
  myData: signedIn,
  listOwnSessions: signedIn,
  endOwnSession: signedIn,
  endOtherSessions: signedIn,
  confirmSignIn: signedIn,
  updateProfile: registered,
  getUser: registered,
  listKeys: keyPeople,
  myTakenKeys: keyPeople,
  myFrequentlyUsedKeys: keyPeople,
  allTakenKeys: keyPeople,
  getKey: keyPeople,
  keyHistory: keyPeople,
  takeKey: keyPeople,
  returnKey: keyPeople,
  collectKey: keyPeople,
  toggleFrequentKey: desk,
  createKey: admin,
  updateKey: admin,
  deleteKey: admin,
  issueCode: keyPeople,
  resolveCode: desk,
  scanRequest: desk,
  scanReturn: desk,
  batchReturn: desk,
  listNotifications: registered,
  markNotificationRead: registered,
  markNotificationUnread: registered,
  markAllNotificationsRead: registered,
  subscribePush: registered,
  unsubscribePush: registered,
  keyUsageAnalytics: admin,
  activeUsersAnalytics: admin,
  peakUsageAnalytics: admin,
  system: admin,
  adminDashboard: admin,
  operatorDashboard: ['operator', 'admin'],
  reports: admin,
  reportsPdf: admin,
  getAbout: everybody,
  getConfig: everybody,
  getSecuritySettings: admin,
  putSecuritySettings: admin,
  listUsers: admin,
  userDetails: admin,
  updateUser: admin,
  deleteUser: admin,
  setUserState: admin,
  eraseUser: admin,
  signOutEverywhere: admin,
  listAudit: admin,
  verifyAudit: admin,
  exportAudit: admin,
  importKeys: admin,
  importUsers: admin,
  exportKeys: admin,
  exportUsers: admin,
  keyTags: admin,
};
