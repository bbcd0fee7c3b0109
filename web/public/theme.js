// Runs before the first paint so that a chosen colour scheme never flashes the other one.
(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be blocked; the system's scheme stands.
  }
})();
