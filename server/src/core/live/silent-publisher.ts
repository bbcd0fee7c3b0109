import type { Publisher } from './publisher.ts';

/** For commands, whose changes pages notice without events. */
export const silentPublisher: Publisher = {
  keysChanged: () => undefined,
  handedOver: () => undefined,
  codeRefused: () => undefined,
  codeIssued: () => undefined,
  codesVoided: () => undefined,
  countChanged: () => undefined,
  notified: () => undefined,
  unreadChanged: () => undefined,
  keyListChanged: () => undefined,
  sessionEnded: () => undefined,
  personChanged: () => undefined,
  settingsChanged: () => undefined,
  campusChanged: () => undefined,
};
