import { NotBuiltPage } from './not-built-page.tsx';

export const AboutPage = () => <NotBuiltPage title="About Us" />;
