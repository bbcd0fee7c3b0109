/** For `vi.waitFor`: only what never comes is given up, however busy the machine is. */
export const waitOptions = { timeout: 30_000 };
