import { NotBuiltPage } from './not-built-page.tsx';

export const AdminDashboardPage = () => <NotBuiltPage title="Admin Dashboard" />;
