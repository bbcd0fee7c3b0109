import { NotBuiltPage } from './not-built-page.tsx';

export const FacultyPage = () => <NotBuiltPage title="Keys" />;
