/** Class names in one attribute. What is not there leaves no trace. */
export const cx = (...names: (string | false | undefined)[]): string =>
  names.filter(Boolean).join(' ')
