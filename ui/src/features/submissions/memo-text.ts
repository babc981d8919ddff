/** The server counts like this too: Unicode's characters, without the spaces around them. */
export const MAX_LENGTH = 400
export const SHORTEST = 4

export const lengthOf = (text: string) => [...text.trim().replace(/\r\n/g, '\n')].length

/** What keeps a text from being saved. */
export function problemOf(text: string): string | undefined {
  const over = lengthOf(text) - MAX_LENGTH
  if (over > 0) return over === 1 ? 'One character too many.' : `${over} characters too many.`
}

export const isLongEnough = (text: string) => lengthOf(text) >= SHORTEST
