/** What a check found out about one thing: that it is in order, or what to do about it. */
export type Finding = { about: string; isOk: boolean; says: string };

export function ok(about: string, says: string): Finding {
  return { about, isOk: true, says };
}

export function toDo(about: string, says: string): Finding {
  return { about, isOk: false, says };
}

const widest = 'sign-in provider'.length;

export function lineOf({ about, isOk, says }: Finding): string {
  return `${about.padEnd(widest)}  ${isOk ? 'ok   ' : 'TO DO'}  ${says}`;
}

/** The reason of a failure in one line; errors of the network may bring no message. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  const [line] = (message || code || String(error)).split('\n');
  return line ?? '';
}
