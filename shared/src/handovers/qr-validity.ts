/** Why an expired code is rejected, without the 'Invalid QR code: ' prefix. */
export function expiredMessage(ageSeconds: number, maxSeconds: number): string {
  return `QR code is expired (${ageSeconds} seconds old, max ${maxSeconds} seconds)`;
}

/**
 * Why a code is rejected at `now` by its own timestamp, or null. A missing timestamp is allowed; one
 * further in the future than the validity period cannot be ours.
 */
export function timestampError(
  timestamp: Date | null,
  now: Date,
  validitySeconds: number,
): string | null {
  if (!timestamp) return null;
  const ageSeconds = Math.floor((now.getTime() - timestamp.getTime()) / 1000);
  if (ageSeconds < -validitySeconds) return 'QR timestamp is invalid';
  return ageSeconds > validitySeconds ? expiredMessage(ageSeconds, validitySeconds) : null;
}
