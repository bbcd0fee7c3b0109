import { api } from '@keydesk/shared/api';
import type { AddRoutes } from '../../app-deps.ts';
import { defineRoute } from '../../http/define-route.ts';
import { success } from '../../http/success.ts';
import { changeState } from './change-state.service.ts';
import { updatePerson } from './change-user.service.ts';
import { deletePerson } from './delete-user.service.ts';
import { erasePerson } from './erase-user.service.ts';
import { readUser, readUsers } from './reading.service.ts';
import { signOutPerson } from './sign-out-person.service.ts';

export const addAdminUserRoutes: AddRoutes = (app, deps) => {
  const { db, routes, settings } = deps;
  const policy = () => settings.current().sessionSettings;

  defineRoute(app, routes, api.listUsers, async ({ query }) =>
    success({ data: await readUsers(db, policy(), query) }),
  );
  defineRoute(app, routes, api.userDetails, async ({ params }) =>
    success({ data: await readUser(db, policy(), params.id) }),
  );
  defineRoute(app, routes, api.updateUser, async ({ params, body, principal }) =>
    success({
      message: 'User updated successfully',
      data: { user: await updatePerson(deps, principal.user, params.id, body) },
    }),
  );
  defineRoute(app, routes, api.deleteUser, async ({ params, principal }) => {
    await deletePerson(deps, principal.user, params.id);
    return success({ message: 'User deleted successfully' });
  });
  defineRoute(app, routes, api.eraseUser, async ({ params, principal }) => {
    await erasePerson(deps, principal.user, params.id);
    return success({ message: 'User erased' });
  });
  defineRoute(app, routes, api.setUserState, async ({ params, body, principal }) => {
    const { message, user } = await changeState(deps, principal.user, params.id, body.state);
    return success({ message, data: { user } });
  });
  defineRoute(app, routes, api.signOutEverywhere, async ({ params, principal }) => {
    await signOutPerson(deps, principal.user, params.id);
    return success({ message: 'Signed out everywhere' });
  });
};
