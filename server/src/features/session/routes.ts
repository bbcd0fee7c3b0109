import { api } from '@keydesk/shared/api';
import { needsRegistration } from '@keydesk/shared/http/roles';
import { type SessionEnd, sessionEnd } from '@keydesk/shared/session/session-end';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import type { Config } from '../../config/config.ts';
import type { ActionLimits } from '../../core/action-limits.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import type { AddRoutes } from '../../http/define-route.ts';
import type { Principal } from '../../http/principal.ts';
import type { CurrentCampus, CurrentSettings } from '../campus/index.ts';
import { renewComputerCookie } from '../duty/index.ts';
import { nameRulesOf, updateOwnProfile, userDetails } from '../people/index.ts';
import type { Authenticate } from './authenticate.ts';
import { endOtherSessions, endOwnSession, listOwnSessions, signOut } from './own-sessions.ts';
import type { SessionActivityTracker } from './session-activity.ts';
import { clearSessionCookie, credentialsOf } from './sessions.ts';
import { assignedRole, completeRegistration, isWaiting } from './sign-up.ts';

type RouteDeps = {
  authenticate: Authenticate;
  campus: CurrentCampus;
  config: Config;
  publisher: Publisher;
  actionLimits: ActionLimits;
  lastUseOf: SessionActivityTracker['lastUse'];
  settings: CurrentSettings;
};

export const addSessionRoutes: AddRoutes<RouteDeps> = (serve, deps) => {
  const { config, db, publisher, settings, authenticate } = deps;

  serve(api.checkAuth, async ({ principal, request, reply }) => {
    const { user, bearer: token, desk } = principal;
    if (!desk) return { user, token, session: endOfSession(deps, principal) };
    renewComputerCookie(request, reply, config.publicUrl);
    return { user, token, desk };
  });
  serve(api.hasSession, async ({ request }) => {
    const principal = await authenticate(credentialsOf(request, config.publicUrl));
    return { data: { hasSession: principal !== null } };
  });
  serve(api.registrationStatus, async ({ principal }) => ({
    needsRegistration: needsRegistration(principal.user),
    assignedRole: assignedRole(principal.user, config.mailboxes),
    waiting: await isWaiting(db, principal.user.id),
    user: principal.user,
  }));
  serve(api.completeRegistration, async ({ body, principal }) => {
    const { user, waiting } = await completeRegistration(deps, principal.user.id, body, {
      mailboxes: config.mailboxes,
      needsApproval: config.registrationNeedsApproval,
    });
    return { message: answer(waiting ? 'registration-sent' : 'registered'), user };
  });
  serve(api.logout, async ({ request, reply }) => {
    // Sign-out ends a session; an enrolled computer stays enrolled.
    const { cookie, bearer } = credentialsOf(request, config.publicUrl);
    // An outdated token must not keep the cookie's session alive.
    const principal =
      (await authenticate({ cookie, bearer: undefined })) ??
      (await authenticate({ cookie: undefined, bearer }));
    if (principal) await signOut({ db, publisher }, principal);
    clearSessionCookie(reply, config.publicUrl);
    // Clears this person's cached pages; the browser's settings and the offline shell stay.
    reply.header('clear-site-data', '"cache"');
    return { message: answer('signed-out') };
  });
  serve(
    api.updateProfile,
    async ({ body, principal }) => ({
      message: answer('profile-updated'),
      user: await updateOwnProfile({ ...deps, rules: nameRulesOf(deps) }, principal.user.id, body),
    }),
    ({ principal }) => principal.user,
  );
  serve(api.getUser, async ({ params, principal }) => ({
    user: await userDetails(db, principal.user, params.userId),
  }));

  serve(api.listOwnSessions, async ({ principal }) => {
    const policy = settings.current().sessionSettings;
    return { data: { sessions: await listOwnSessions(db, policy, principal) } };
  });
  serve(api.endOwnSession, async ({ params, principal }) => {
    await endOwnSession(deps, principal, params.id);
    return { message: answer('session-ended') };
  });
  // The call itself suffices: the authenticator records the use.
  serve(api.staySignedIn, async ({ principal }) => ({
    data: { session: endOfSession(deps, principal) },
  }));
  serve(api.endOtherSessions, async ({ principal }) => {
    await endOtherSessions(deps, principal);
    return { message: answer('other-sessions-ended') };
  });
};

/** When the session ends without further activity. */
function endOfSession(
  { settings, lastUseOf }: Pick<RouteDeps, 'settings' | 'lastUseOf'>,
  principal: Principal,
): SessionEnd {
  const { sessionId, startedAt, lastActiveAt } = principal;
  const used = Math.max(lastActiveAt.getTime(), lastUseOf(sessionId) ?? 0);
  return sessionEnd(
    { startedAt, lastActiveAt: new Date(used) },
    settings.current().sessionSettings,
  );
}
