import { plural } from './format'

/** Length of a trimmed text in Unicode characters, as the server counts it. */
export const countCharacters = (text: string) => [...text.trim().replace(/\r\n/g, '\n')].length

/** Error message for a text that is too long; undefined if it fits. */
export function tooLong(text: string, maxCharacters: number): string | undefined {
  const over = countCharacters(text) - maxCharacters
  return over > 0 ? plural(over, '1 character too many.', '# characters too many.') : undefined
}
