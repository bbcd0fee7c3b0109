import { ImportExportButtons } from '../../features/imports/import-export-buttons.tsx';
import { ManageUsers } from '../../features/user-management/manage-users.tsx';
import { useReadUsersAnew } from '../../features/user-management/use-user-changes.ts';
import { PageHeader } from '../../ui/page-header.tsx';

/** Manage Users. */
export const ManageUsersPage = () => {
  const readAnew = useReadUsersAnew();
  return (
    <>
      <PageHeader
        title="Manage Users"
        text="Everyone who can sign in, and what they have out."
        action={<ImportExportButtons kind="users" onApplied={readAnew} />}
      />
      <ManageUsers />
    </>
  );
};
