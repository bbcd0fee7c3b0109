/** Why a file could not be read, as the end of a sentence that begins with its path. */
export function describeFileError({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOENT':
      return 'does not exist.';
    case 'EACCES':
      return 'may not be read by this account.';
    case 'EISDIR':
      return 'is a directory, not a file.';
    default:
      return `cannot be read: ${message}`;
  }
}
