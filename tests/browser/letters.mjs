/**
 * A handwriting of our own: capital letters as pen strokes on a grid 4 wide and 6 high, downwards.
 * Strokes are apart by `|`, points by a space.
 */
const STROKES = {
  A: '0,6 2,0 4,6|1,4 3,4',
  B: '0,6 0,0 3,0 3,3 0,3|3,3 4,4 4,6 0,6',
  C: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5',
  D: '0,6 0,0 3,0 4,2 4,4 3,6 0,6',
  E: '4,0 0,0 0,6 4,6|0,3 3,3',
  F: '4,0 0,0 0,6|0,3 3,3',
  G: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5 4,3 2,3',
  H: '0,0 0,6|4,0 4,6|0,3 4,3',
  I: '2,0 2,6',
  J: '3,0 3,5 2,6 1,6 0,5',
  K: '0,0 0,6|4,0 0,3 4,6',
  L: '0,0 0,6 4,6',
  M: '0,6 0,0 2,3 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  O: '1,0 3,0 4,2 4,4 3,6 1,6 0,4 0,2 1,0',
  P: '0,6 0,0 3,0 4,1 4,2 3,3 0,3',
  Q: '1,0 3,0 4,2 4,4 3,6 1,6 0,4 0,2 1,0|3,5 4,6',
  R: '0,6 0,0 3,0 4,1 4,2 3,3 0,3|2,3 4,6',
  S: '4,1 3,0 1,0 0,1 0,2 4,4 4,5 3,6 1,6 0,5',
  T: '0,0 4,0|2,0 2,6',
  U: '0,0 0,5 1,6 3,6 4,5 4,0',
  V: '0,0 2,6 4,0',
  W: '0,0 1,6 2,3 3,6 4,0',
  X: '0,0 4,6|4,0 0,6',
  Y: '0,0 2,3 4,0|2,3 2,6',
  Z: '0,0 4,0 0,6 4,6',
}

const [WIDTH, HEIGHT] = [4, 6]
const ADVANCE = 5.5
const LINE = 9

/**
 * @typedef {{ x: number, y: number }} Point
 * @typedef {{ left: number, top: number, width: number, height: number }} Area
 */

/**
 * Words laid out in an area, unsteadily, as pen strokes. Words that do not fit are left out.
 *
 * @param {string} text
 * @param {Area} area
 * @param {number} unit size of a grid step
 * @returns {Point[][]}
 */
export function write(text, area, unit) {
  const strokes = []
  let [x, y] = [area.left, area.top]
  for (const word of text.toUpperCase().split(/\s+/)) {
    const width = word.length * ADVANCE * unit
    if (x > area.left && x + width > area.left + area.width) {
      x = area.left
      y += LINE * unit
    }
    if (y + HEIGHT * unit > area.top + area.height) break
    for (const letter of word) {
      strokes.push(...drawn(STROKES[letter] ?? '', x, y, unit))
      x += ADVANCE * unit
    }
    x += WIDTH * unit
  }
  return strokes
}

/** Points along the letter's lines, each a little off, the same each time. */
function drawn(letter, left, top, unit) {
  return letter
    .split('|')
    .filter(Boolean)
    .map((stroke) => {
      const corners = stroke.split(' ').map((point) => point.split(',').map(Number))
      return corners.flatMap(([x, y], index) => {
        const [fromX, fromY] = corners[Math.max(0, index - 1)]
        return [0.25, 0.5, 0.75, 1].map((part) => {
          const at = { x: fromX + (x - fromX) * part, y: fromY + (y - fromY) * part }
          return {
            x: left + at.x * unit + Math.sin(left + at.y * 3) * 0.8,
            y: top + at.y * unit + Math.cos(top + at.x * 2) * 0.8,
          }
        })
      })
    })
}
