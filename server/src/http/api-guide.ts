/** What the API reference begins with, in Markdown. */
export function apiGuide(cookieName: string): string {
  return `
# Sign-in

A browser begins at \`GET /api/auth/google\`, with \`return_to\` for a page of a front end of your own. Back there the query has \`auth=success\`, or \`error=oauth_failed\` with, if known, a \`reason\`. A trial instance signs in whoever \`login_hint\` names. \`GET /api/auth/check-auth\` then answers the person and a \`token\`. Each call proves who calls by one of these:

- **Cookie** \`${cookieName}\`. Browsers send it by themselves. A call that changes something must come from an allowed origin (\`Origin\`, or \`Sec-Fetch-Site: same-origin\`), else it is 403 \`CROSS_SITE\`.
- **Bearer**: \`Authorization: Bearer <token>\`, for scripts and pages of other origins. Without a cookie no origin is needed. *Authorize* on this page takes the token. With both, they must belong to the same session.

The token is as good as the session, and ends with it. Computers that are enrolled at a desk have a cookie of their own and act for the guard on duty.

# Answers and errors

A success is 200 with \`success: true\`; what was asked for is in \`data\`, at sign-in calls beside it. A refusal has \`success: false\`, a \`message\` to show, and \`error.code\` with the \`params\` of the text and, for some, \`details\`. Decide by the code: texts may change. Texts are in the first language of \`Accept-Language\` that there is, without it in English, and \`Content-Language\` says which; codes and parameters are the same in each. Each operation below names its codes by status.

- **401 \`NOT_SIGNED_IN\`**: forget the token, and sign in again.
- **403 \`SIGN_IN_NOT_RECENT\`**: the edit could give someone a key, and the sign-in is older than \`params.minutes\`. Open \`GET /api/auth/confirm\` in a window; the person proves to the provider who they are, and the window ends at \`/confirmed\`, with \`error\` if they did not. Then send the call again. Edits that give nobody access, such as of a name, are not asked.
- **409 \`STALE\`**: someone else has changed this since the \`version\` that was sent. Show \`details.current\`, let the person decide, and send the edit with its version. Own changes since then, and a retry after a lost answer, are no conflict. Without a version nothing is compared.
- **429**: wait as long as \`Retry-After\` says.
- **503**: nothing was changed; try again after \`Retry-After\`.
- **504 \`OUTCOME_UNKNOWN\`**: it may have been done. Look before you send it again.

An edit may send back the whole object that was read. Unchanged fields, and those that only the server sets (\`_id\`, \`status\`, \`takenBy\` …), are ignored; unknown ones are refused. Every answer has \`X-Request-Id\`, which the log and the audit trail have too.

# Limits

Requests per minute and person are a security setting (\`apiRequestsPerMinute\`); handovers count for the desk's session, and \`check-auth\` for no one. A body has 100 kB at most, an imported file 5 MB. A person has ten live connections per process, and sends 20 messages in ten seconds at most.

# Live events

Connect with Socket.IO 4 at the same host (\`/socket.io\`), with the cookie or \`auth: { token }\`. The session decides what one gets: \`join-user-room\` (user id), \`join-role-room\` (role) and \`join-keys-room\` are acknowledged with whether it is one's own, and change nothing. An event may be lost: read again after each reconnect, and drop an event of a key whose \`version\` is older than yours.

| event | to | payload |
|---|---|---|
| \`key-updated\` | who may see keys | \`action\` (take, return, qr-return, qr-request, create, update, delete, toggle-frequent), \`key\` as in \`GET /api/keys/{id}\` and as far as the reader may see it, \`version\`, \`requestingUserId\`, \`originalUserId\`, \`scannerId\`, \`returnType\`, \`timestamp\` |
| \`user-key-updated\` | whose key it was or is | the same |
| \`key-list-changed\` | who may see keys | nothing: many keys changed, read them again |
| \`notification\` | its person | as in \`GET /api/notifications\`, with \`id\` as well as \`_id\` |
| \`notification-count-update\` | the person | \`unreadCount\` |
| \`campus-changed\` | everyone | \`about\` (lists, due, access), \`version\` |
| \`code-refused\` | whose code it was | \`type\`, \`keyIds\`, \`issuedAt\`, \`code\`, \`message\`, \`expiresAt\` while the desk resolves it |
| \`code-issued\`, \`codes-voided\` | the desk | a code that someone is about to show; \`userId\` and \`keyIds\` of codes that are void |
| \`count-changed\` | the desk | \`countId\` |

# Differences from the specification

| call | what differs | why |
|---|---|---|
| \`POST /keys/{id}/take\`, \`/return\` | 403 \`USE_THE_DESK\` for faculty, unless \`SELF_SERVICE=true\` | a key changes hands at the desk, where someone sees who brings or takes it |
| \`POST /keys/{id}/collective-return\` | the same for faculty | they bring other people's keys with the batch code of *Volunteer Key Return*, which the desk scans: a call from a phone would prove no key |
| \`POST /keys/qr-scan/request\`, \`/qr/batch-return\` | 400 \`QR_NOT_ISSUED\` for a payload that a client made; codes come from \`POST /qr/codes\` and are good once | anybody could write another person's id into a payload. \`LEGACY_QR=accept\` takes each one once |
| \`POST /qr/batch-return\` | all keys or none | half a return is found out days later |
| \`GET /keys\` and others | \`takenBy.email\` only for the desk and the holder; a visitor has none | private |
| \`GET /keys\` | \`status\` is \`unavailable\` also for a key that is reported missing, or damaged and not to be lent | no one can take it |
| \`DELETE /keys/{id}\`, \`/dashboard/users/{id}\` | 409 while a key is out or a person has keys; the history stays; \`hard=true\` only for a key that was never lent | it must be known who had a key |
| \`PUT /auth/update-profile\` | the name, and the language if given | the address is the provider's, role and department an admin's |
| \`PUT /dashboard/users/{id}\`, \`/keys/{id}\`, \`/dashboard/security-settings\` | any part; 409 \`STALE\` and 403 \`SIGN_IN_NOT_RECENT\` as above | two admins; an open browser |
| \`PUT /dashboard/users/{id}\` | there is always an admin; no one removes themselves | no one could let them in again |
| \`POST /auth/complete-registration\` | departments of the campus's lists; what the college stated is kept | admins keep the lists |
| \`GET /auth/google\` | an address that the provider has not verified gets no session, and ends at \`/verify-email\` | anybody could claim it |
| \`GET /notifications\` | 50 at a time, \`before\` for older ones; \`bundle=none\` for bundles in place of what is in them | lists grow |
| \`passwordPolicy\` of the settings | stored, and without effect | nobody has a password here |
`;
}
