import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app.css';
import { checkSession, repeatUnansweredChecks } from './features/session/check-session.ts';
import { LoginPage } from './features/session/login-page.tsx';
import { whenIdle } from './lib/browser.ts';
import { loadConfig } from './lib/config.ts';
import { loadOtherTexts, openLanguage } from './lib/language.ts';
import { onServerReachable, watchNetwork } from './lib/live/connection.ts';
import { session } from './lib/session.ts';
import { storedToken } from './lib/storage.ts';
import { PageError } from './ui/error-state.tsx';

/** The sign-in page needs no check first, except for a person who is probably signed in. */
function opensAtSignIn({ pathname, search }: Location): boolean {
  return pathname === '/login' && (!storedToken.read() || search.includes('auth=success'));
}

function start(element: HTMLElement): void {
  const root = createRoot(element);
  const show = (content: ReactNode) => root.render(<StrictMode>{content}</StrictMode>);
  const showApp = async () => {
    try {
      const [{ openApp }] = await Promise.all([import('./app/app.tsx'), loadOtherTexts()]);
      show(openApp());
    } catch {
      show(<PageError lost onRetry={() => window.location.reload()} />);
    }
  };

  if (window.location.pathname === '/confirmed') {
    void Promise.all([import('./app/routes/confirmed-page.tsx'), loadOtherTexts()]).then(
      ([{ ConfirmedPage }]) => show(<ConfirmedPage />),
    );
    return;
  }
  void checkSession();
  void loadConfig();
  if (!opensAtSignIn(window.location)) {
    void showApp();
    return;
  }
  show(<LoginPage />);
  // What failed is said in these texts; the page itself does not wait for them.
  whenIdle(() => void loadOtherTexts().catch(() => undefined));
  // After a sign-in, the application is needed as soon as the session is checked.
  if (window.location.search.includes('auth=success'))
    void import('./app/app.tsx').catch(() => undefined);
  const unsubscribe = session.subscribe(() => {
    const { user, checking } = session.get();
    if (!user || checking) return;
    unsubscribe();
    void showApp();
  });
}

watchNetwork();
// Repeats what failed while the server was away.
repeatUnansweredChecks();
onServerReachable(() => void loadConfig());

const element = document.getElementById('root');
if (element) void openLanguage().then(() => start(element));
