// Runs before the first paint, so that neither the other colour scheme nor, to someone who is signed
// in, the sign-in page flashes up.
(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
    const arriving = location.pathname === '/login' && location.search === '';
    if (arriving && localStorage.getItem('auth-token'))
      document.documentElement.dataset.signedIn = '';
  } catch {
    // Storage may be blocked; the system's scheme stands.
  }
})();
