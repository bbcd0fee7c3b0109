/** The oldest browsers for which scripts and styles are built; README and index.html name them. */
export const oldestBrowsers = ['chrome111', 'edge111', 'firefox114', 'safari16.4'];
