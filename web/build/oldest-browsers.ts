/** Build target of scripts and styles; the page says them, and README names the same. */
export const oldestBrowsers = ['chrome111', 'edge111', 'firefox114', 'safari16.4'];
