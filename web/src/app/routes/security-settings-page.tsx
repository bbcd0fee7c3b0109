import { NotBuiltPage } from './not-built-page.tsx';

export const SecuritySettingsPage = () => <NotBuiltPage title="Security Settings" />;
