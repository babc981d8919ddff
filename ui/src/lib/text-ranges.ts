/** Start and end in a text, in UTF-16 code units. */
export type TextRange = [start: number, end: number]

/**
 * Ranges of a text after it was edited: those after the change have moved with their words, and those that the change touches are
 * gone.
 */
export function rangesAfterEdit(ranges: TextRange[], before: string, after: string): TextRange[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = before.length
  while (end > start && end > before.length - (shorter - start)) {
    if (before[end - 1] !== after[end - 1 + after.length - before.length]) break
    end--
  }
  const moved = after.length - before.length
  return ranges.flatMap(([from, to]): TextRange[] => {
    if (to < start) return [[from, to]]
    if (from > end) return [[from + moved, to + moved]]
    return before === after ? [[from, to]] : []
  })
}
