/** A request with this header, set to 1, was made by a page of itself: it is no use of the session. */
export const pollHeader = 'x-keydesk-poll';
