import { api } from '@keydesk/shared/api';
import { needsRegistration } from '@keydesk/shared/users/user';
import type { AddRoutes } from '../../app-deps.ts';
import { defineRoute } from '../../http/define-route.ts';
import { success } from '../../http/success.ts';
import { renameSelf, userDetails } from '../users/profile.service.ts';
import { assignedRole, completeRegistration, isWaiting } from '../users/registration.service.ts';
import { credentialsOf, takeSessionCookie } from './session-cookie.ts';
import { signOut } from './sign-out.service.ts';

export const addAuthRoutes: AddRoutes = (app, deps) => {
  const { config, db, routes, publisher, authenticate } = deps;

  defineRoute(app, routes, api.checkAuth, async ({ principal }) =>
    success({
      user: principal.user,
      token: principal.bearer,
    }),
  );
  defineRoute(app, routes, api.registrationStatus, async ({ principal }) =>
    success({
      needsRegistration: needsRegistration(principal.user),
      assignedRole: assignedRole(principal.user, config.mailboxes),
      waiting: await isWaiting(db, principal.user.id),
      user: principal.user,
    }),
  );
  defineRoute(app, routes, api.completeRegistration, async ({ body, principal }) => {
    const { user, waiting } = await completeRegistration(deps, principal.user.id, body, {
      mailboxes: config.mailboxes,
      needsApproval: config.registrationNeedsApproval,
    });
    const message = waiting
      ? 'Registration sent. An administrator will accept it.'
      : 'Registration completed successfully';
    return success({ message, user });
  });
  defineRoute(app, routes, api.logout, async ({ request, reply }) => {
    const { cookie, bearer } = credentialsOf(request, config.publicUrl);
    // An outdated token must not keep the cookie's session alive.
    const principal =
      (await authenticate({ cookie, bearer: undefined })) ??
      (await authenticate({ cookie: undefined, bearer }));
    if (principal) {
      await signOut(db, principal);
      publisher.sessionEnded(principal.sessionId);
    }
    takeSessionCookie(reply, config.publicUrl);
    // What the browser remembers of this person's pages goes; its settings and the offline shell stay.
    reply.header('clear-site-data', '"cache"');
    return success({ message: 'Logged out successfully' });
  });
  defineRoute(app, routes, api.updateProfile, async ({ body, principal }) =>
    success({
      message: 'Profile updated successfully',
      user: await renameSelf(
        { db, publisher, mailboxes: config.mailboxes },
        principal.user.id,
        body.name,
      ),
    }),
  );
  defineRoute(app, routes, api.getUser, async ({ params, principal }) =>
    success({
      user: await userDetails(db, principal.user, params.userId),
    }),
  );
};
