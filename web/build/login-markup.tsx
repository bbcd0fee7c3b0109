import { renderToStaticMarkup } from 'react-dom/server';
import { LoginScreen } from '../src/features/auth/login-screen.tsx';

/** The sign-in page as it first shows. */
export const loginMarkup = (): string =>
  renderToStaticMarkup(
    <div className="before-scripts">
      <LoginScreen productName="Keydesk" success={null} error={null} />
    </div>,
  );
