import type { Publisher } from './publisher.ts';

/** Tells nobody: for commands, whose changes pages hear of by themselves. */
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
