/** A success, with whatever else the contract names. */
export const success = <T extends object>(rest: T) => ({ success: true as const, ...rest });
