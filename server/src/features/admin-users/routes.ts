import { api } from '@keydesk/shared/api';
import type { AddRoutes } from '../../app-deps.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import { findPerson } from '../users/index.ts';
import { changeUserState, signOutUser, updateUser } from './change-user.ts';
import { deleteUser, eraseUser } from './delete-user.ts';
import { readUser, readUserLoans, readUserOverview, readUsers } from './read.ts';

/** The routes of Manage Users. */
export const addAdminUserRoutes: AddRoutes = (app, deps) => {
  const { db, routes, settings } = deps;
  const policy = () => settings.current().sessionSettings;

  defineRoute(app, routes, api.listUsers, async ({ query }) =>
    success({ data: await readUsers(db, policy(), query) }),
  );
  defineRoute(app, routes, api.userDetails, async ({ params }) =>
    success({ data: await readUser(db, policy(), params.id) }),
  );
  defineRoute(app, routes, api.userOverview, async ({ params }) =>
    success({ data: await readUserOverview(db, policy(), params.id) }),
  );
  defineRoute(app, routes, api.userLoans, async ({ params, query }) =>
    success({ data: await readUserLoans(db, params.id, query.before) }),
  );
  defineRoute(
    app,
    routes,
    api.updateUser,
    async ({ params, body, principal }) =>
      success({
        message: 'User updated successfully',
        data: { user: await updateUser(deps, principal.user, params.id, body) },
      }),
    ({ params }) => findPerson(db, params.id),
  );
  defineRoute(app, routes, api.deleteUser, async ({ params, principal }) => {
    await deleteUser(deps, principal.user, params.id);
    return success({ message: 'User deleted successfully' });
  });
  defineRoute(app, routes, api.eraseUser, async ({ params, principal }) => {
    await eraseUser(deps, principal.user, params.id);
    return success({ message: 'User erased' });
  });
  defineRoute(app, routes, api.setUserState, async ({ params, body, principal }) => {
    const { message, user } = await changeUserState(deps, principal.user, params.id, body.state);
    return success({ message, data: { user } });
  });
  defineRoute(app, routes, api.signOutEverywhere, async ({ params, principal }) => {
    await signOutUser(deps, principal.user, params.id);
    return success({ message: 'Signed out everywhere' });
  });
};
