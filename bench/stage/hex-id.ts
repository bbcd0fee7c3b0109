/** SQL for a number, given as an expression, in so many hexadecimal digits. */
export const hex = (number: string, digits: number): string =>
  `lpad(to_hex(${number}::bigint), ${digits}, '0')`;

/** SQL for the id that has this number. */
export const hexId = (number: string): string => hex(number, 24);
