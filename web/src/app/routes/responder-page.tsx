import { NotBuiltPage } from './not-built-page.tsx';

export const ResponderPage = () => <NotBuiltPage title="Responder Dashboard" />;
