// What cannot wait for the application's scripts. Runs before the first paint, so that neither the
// other colour scheme nor, to someone who is signed in, the sign-in page flashes up, and texts of
// another language than English load with the scripts that show them.
(() => {
  // The content security policy forbids what the schemas would try first, and reports each try.
  globalThis.__zod_globalConfig = { jitless: true };
  const { pathname, search } = location;
  const hasSignedIn = pathname === '/login' && search.includes('auth=success');
  const ownItems = ['auth-token', 'auth-user', 'desk-computer'];
  let token = null;
  let owesSignOut = false;
  let knowsTimezone = false;
  let language;
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
    // What was stored before a sign-in is of an older session, and perhaps of somebody else.
    if (hasSignedIn) for (const item of ownItems) localStorage.removeItem(item);
    token = localStorage.getItem('auth-token');
    owesSignOut = localStorage.getItem('sign-out-owed') !== null;
    knowsTimezone = localStorage.getItem('campus-timezone') !== null;
    if (token && pathname === '/login' && search === '')
      document.documentElement.dataset.signedIn = '';
    language = JSON.parse(localStorage.getItem('auth-user'))?.language;
  } catch {
    // Storage may be blocked; the system's scheme stands.
  }
  openLanguage(language);

  // Over a slow network these answers arrive with the scripts that need them: `lib/early-reads.ts`.
  if (owesSignOut || !navigator.onLine) return;
  if (!hasSignedIn && !pathname.startsWith('/dashboard')) return;
  const paths = ['/api/auth/check-auth'];
  if (hasSignedIn || pathname.startsWith('/dashboard/faculty')) paths.push('/api/keys/my-taken');
  // Pages wait for it before they first show a time.
  if (!knowsTimezone) paths.push('/api/config');
  const headers = {
    Accept: 'application/json',
    'Accept-Language': document.documentElement.lang,
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  window.earlyReads = {};
  for (const path of paths) {
    const answer = fetch(path, { credentials: 'include', headers });
    answer.catch(() => undefined);
    window.earlyReads[path] = { sentAt: performance.now(), answer };
  }

  function openLanguage(own) {
    const texts = JSON.parse(document.currentScript.dataset.languages);
    /** A person's own language, else the one chosen here, else the browser's; English without texts. */
    globalThis.languageFor = (own) => {
      const chosen = /(?:^|; )language=(\w+)/.exec(document.cookie)?.[1];
      const wanted = [own, chosen, ...navigator.languages].map((tag) => tag?.split('-')[0]);
      return wanted.find((name) => name === 'en' || texts[name]) ?? 'en';
    };
    document.documentElement.lang = languageFor(own);
    const [first, others] = texts[document.documentElement.lang] ?? [];
    load('modulepreload', first);
    load(pathname === '/login' && !hasSignedIn ? 'prefetch' : 'modulepreload', others);
  }

  function load(rel, href) {
    const link = { rel, href, crossOrigin: '' };
    if (href) document.head.append(Object.assign(document.createElement('link'), link));
  }
})();
