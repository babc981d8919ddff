import { plural } from './format'

/** Length of a text as the server counts it: Unicode's characters, without the spaces around them. */
export const countCharacters = (text: string) => [...text.trim().replace(/\r\n/g, '\n')].length

/** Says that a text is too long, and by how much. */
export function tooLong(text: string, maxCharacters: number): string | undefined {
  const over = countCharacters(text) - maxCharacters
  return over > 0 ? plural(over, '1 character too many.', '# characters too many.') : undefined
}
