import { NotBuiltPage } from './not-built-page.tsx';

export const ReportsPage = () => <NotBuiltPage title="Analytics & Reports" />;
