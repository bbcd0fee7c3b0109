import { NotBuiltPage } from './not-built-page.tsx';

export const CollectiveReturnPage = () => <NotBuiltPage title="Volunteer Key Return" />;
