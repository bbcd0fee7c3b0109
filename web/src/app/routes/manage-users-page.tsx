import { NotBuiltPage } from './not-built-page.tsx';

export const ManageUsersPage = () => <NotBuiltPage title="Manage Users" />;
