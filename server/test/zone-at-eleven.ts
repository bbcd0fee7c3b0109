/** A time zone in which it is some minutes after eleven in the morning now. */
export function zoneWhereItIsEleven(): string {
  const ahead = 11 - new Date().getUTCHours();
  // In these names, places ahead of UTC have a minus.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
