/** The whole schema, a file for each subject. */
export * from './tables/access.ts';
export * from './tables/audit.ts';
export * from './tables/campus.ts';
export * from './tables/due.ts';
export * from './tables/duties.ts';
export * from './tables/handovers.ts';
export * from './tables/installation.ts';
export * from './tables/keys.ts';
export * from './tables/mail.ts';
export * from './tables/notifications.ts';
export * from './tables/people.ts';
