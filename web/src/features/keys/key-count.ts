/** 'N keys', as many as there are. */
export const keyCount = (count: number): string => (count === 1 ? '1 key' : `${count} keys`);
