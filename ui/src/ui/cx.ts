/** Joins class names, without falsy ones. */
export const cx = (...names: (string | false | undefined)[]): string =>
  names.filter(Boolean).join(' ')
