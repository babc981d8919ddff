/** A fragment of the server's, such as "the disk is full", as a sentence. */
export function toSentence(words: string): string {
  const ended = /[.?!]$/.test(words) ? words : `${words}.`
  return ended.charAt(0).toUpperCase() + ended.slice(1)
}
