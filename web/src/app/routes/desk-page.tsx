import { NotBuiltPage } from './not-built-page.tsx';

export const DeskPage = () => <NotBuiltPage title="Key Desk" />;
