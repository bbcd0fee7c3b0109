/** Set to 1, marks a request that the page made by itself: it does not count as activity. */
export const pollHeader = 'x-keydesk-poll';
