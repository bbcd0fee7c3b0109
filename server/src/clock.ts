/** What time it is for timed work; tests move it. */
export type Clock = () => Date;
