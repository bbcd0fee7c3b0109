/** For `vi.waitFor`: long enough that only what never comes fails, however busy the machine is. */
export const waitOptions = { timeout: 30_000 };
