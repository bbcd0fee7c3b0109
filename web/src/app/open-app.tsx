import { App } from './app.tsx';
import { startUp } from './start-up.ts';

/** The application, started; loaded apart from the sign-in page. */
export const openApp = () => {
  startUp();
  return <App />;
};
