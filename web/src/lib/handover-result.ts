import type { KeySpot } from '@keydesk/shared/keys/key';
import type { Waiting } from '@keydesk/shared/keys/wait-routes';

/** What the desk sees of a key that was handed out or came back. */
export type KeyHandover = KeySpot &
  Waiting & {
    kind: 'handed-over' | 'returned' | 'collected';
    keyId: string;
    keyNumber: string;
    keyName: string;
    location?: string;
    personName: string;
    /** ISO instant. */
    at: string;
    /** It was recorded before, and nothing was recorded now. */
    repeated?: true | undefined;
    /** Of a key that is back: that person says that it was not handed to them. */
    disputed?: true | undefined;
    /** The loan that a hand-out opened, and the later due times that its rules allow. */
    loanId?: string | null;
    keepUntil?: readonly string[] | undefined;
    /** Why the desk handed it over against access rules, where it did. */
    overrideReason?: string | undefined;
    /** When a key that was handed out is due; null at no time, undefined if that is not known. */
    dueAt?: string | null;
    /** The desk where a key lay that was handed out away from its home. */
    layAtDeskId?: string | undefined;
    /** The other desk where it was recorded to be, if the desk had it all the same. */
    recordedAtDeskId?: string | undefined;
  };

/** What the desk sees of keys that came back together. */
type BatchReturn = {
  kind: 'batch-returned';
  keyIds: readonly string[];
  keyNumbers: readonly string[];
  at: string;
  repeated?: true | undefined;
  /** Where the keys hang, by number. */
  spots?: Readonly<Record<string, KeySpot>>;
  /** Who waited for the keys, by number. */
  waiting?: Readonly<Record<string, Waiting>>;
};

/** The result of a scan, of lending, or of a collection by hand. */
export type HandoverResult = KeyHandover | BatchReturn;
