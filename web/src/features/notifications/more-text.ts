/**
 * 'See More (n more)' for `rest` notifications beyond those shown, null when there are none. A plus
 * says that there are `older` ones which have not been counted.
 */
export const moreText = (rest: number, older: boolean): string | null =>
  rest > 0 ? `See More (${rest}${older ? '+' : ''} more)` : null;
