/** The whole schema, a file for each subject. */
export * from './schema/access.ts';
export * from './schema/audit.ts';
export * from './schema/campus.ts';
export * from './schema/due.ts';
export * from './schema/duties.ts';
export * from './schema/handovers.ts';
export * from './schema/installation.ts';
export * from './schema/keys.ts';
export * from './schema/messages.ts';
export * from './schema/messages.ts';
export * from './schema/people.ts';
