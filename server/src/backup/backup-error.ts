/** A backup or restore is refused or went wrong; the message is one line for the operator. */
export class BackupError extends Error {}
