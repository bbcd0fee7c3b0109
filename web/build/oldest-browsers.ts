/** Build target of scripts and styles; README and index.html name the same versions. */
export const oldestBrowsers = ['chrome111', 'edge111', 'firefox114', 'safari16.4'];
