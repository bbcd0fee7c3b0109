import { ManageUsers } from '../../features/user-management/manage-users.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** Manage Users. */
export const ManageUsersPage = () => (
  <>
    <PageHeader title="Manage Users" text="Everyone who can sign in, and what they have out." />
    <ManageUsers />
  </>
);
