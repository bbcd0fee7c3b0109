import { NotBuiltPage } from './not-built-page.tsx';

export const OperatorPage = () => <NotBuiltPage title="Operator Dashboard" />;
