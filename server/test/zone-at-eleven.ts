/** A time zone in which it is some minutes after eleven in the morning. */
export function zoneWhereItIsEleven(): string {
  return zoneWhereItIs(11);
}

/** A time zone in which it is some minutes after this hour. */
export function zoneWhereItIs(hour: number): string {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  // In these names, zones ahead of UTC have a minus.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
