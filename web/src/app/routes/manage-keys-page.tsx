import { NotBuiltPage } from './not-built-page.tsx';

export const ManageKeysPage = () => <NotBuiltPage title="Manage Keys" />;
