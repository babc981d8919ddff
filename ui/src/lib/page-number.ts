/** Page number in a query, from 1. Anything else is `otherwise`. */
export const parsePageNumber = (text: string | number | null | undefined, otherwise = 1): number =>
  Math.max(1, Math.floor(Number(text)) || otherwise)
