import { AddPersonButton } from '../../features/imports/add-person-button.tsx';
import { ImportExportButtons } from '../../features/imports/import-export-buttons.tsx';
import { ManageUsers } from '../../features/user-management/manage-users.tsx';
import { useInvalidateUsers } from '../../features/user-management/mutations.ts';
import { useKeptUserFilter } from '../../features/user-management/use-kept-filter.ts';
import { PageHeader } from '../../ui/page.tsx';

/** Manage Users: people, who is added, import and export. */
export function ManageUsersPage() {
  const invalidateUsers = useInvalidateUsers();
  return (
    <>
      <PageHeader
        title="Manage Users"
        text="Everyone who can sign in, and what they have out."
        action={
          <>
            <ImportExportButtons kind="users" onApplied={invalidateUsers} />
            <AddPersonButton onAdded={invalidateUsers} />
          </>
        }
      />
      <ManageUsers {...useKeptUserFilter()} />
    </>
  );
}
