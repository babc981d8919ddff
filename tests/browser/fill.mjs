/**
 * Fills in a blank form as a tablet would: every answer becomes an Ink annotation with an appearance.
 *
 *   node fill.mjs BLANK.pdf FILLED.pdf 1,2,4      writes into boxes 1, 2 and 4 of page two
 */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PDFDocument } from 'pdf-lib'
import { write } from './letters.mjs'

/** The form's geometry, in pixels of a page 1404 wide. */
const PAGE_WIDTH = 1404
const BOX = { width: 560, height: 438 }
const CORNERS = [
  [204, 126],
  [204, 720],
  [758, 126],
  [758, 720],
  [1311, 126],
]
const MARGIN = 40
const LETTER_UNIT = 8
const PEN_WIDTH = 4

const DEFAULT_TEXT = 'The kitchen smelled of bread and of wet coats by the door'

/**
 * @param {Uint8Array} blank
 * @param {Record<number, string>} answers text by box of page two, counted from 1
 * @param {string[]} pegs marked with a cross, such as E3
 * @returns {Promise<Uint8Array>}
 */
export async function fill(blank, answers, pegs = []) {
  const document = await PDFDocument.load(blank)
  const page = document.getPage(1)
  for (const [box, text] of Object.entries(answers)) {
    const [top, left] = CORNERS[Number(box) - 1]
    const area = {
      left: left + MARGIN,
      top: top + MARGIN,
      width: BOX.width - 2 * MARGIN,
      height: BOX.height - 2 * MARGIN,
    }
    addInk(document, page, write(text, area, LETTER_UNIT))
  }
  for (const peg of pegs) addInk(document, page, cross(peg))
  return document.save()
}

/** The middle of peg A1, and how far one peg is from the next. */
const FIRST_PEG = { x: 790, y: 1280 }
const PITCH = 70
const ARM = 14

function cross(peg) {
  const x = FIRST_PEG.x + PITCH * 'ABCDEFG'.indexOf(peg[0])
  const y = FIRST_PEG.y + PITCH * (Number(peg[1]) - 1)
  return [1, -1].map((slope) =>
    [-ARM, ARM].map((reach) => ({ x: x + reach, y: y + slope * reach })),
  )
}

/** PDF counts upwards from the lower left corner, in points. */
function addInk(document, page, strokes) {
  const scale = page.getWidth() / PAGE_WIDTH
  const inPoints = strokes.map((stroke) =>
    stroke.map(({ x, y }) => ({ x: x * scale, y: page.getHeight() - y * scale })),
  )
  const width = PEN_WIDTH * scale
  const rect = around(inPoints.flat(), width)
  const { context } = document
  const appearance = context.register(
    context.stream(content(inPoints, width), { Type: 'XObject', Subtype: 'Form', BBox: rect }),
  )
  const annotation = context.obj({
    Type: 'Annot',
    Subtype: 'Ink',
    Rect: rect,
    F: 4,
    C: [0.1, 0.1, 0.1],
    BS: { W: width },
    InkList: inPoints.map((stroke) => stroke.flatMap(({ x, y }) => [x, y])),
    AP: { N: appearance },
  })
  page.node.addAnnot(context.register(annotation))
}

function around(points, margin) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  return [
    Math.min(...xs) - margin,
    Math.min(...ys) - margin,
    Math.max(...xs) + margin,
    Math.max(...ys) + margin,
  ]
}

function content(strokes, width) {
  const lines = strokes.map((stroke) =>
    stroke
      .map(({ x, y }, index) => `${x.toFixed(3)} ${y.toFixed(3)} ${index === 0 ? 'm' : 'l'}`)
      .concat('S')
      .join(' '),
  )
  return `0.1 0.1 0.1 RG ${width.toFixed(3)} w 1 J 1 j\n${lines.join('\n')}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [blank, filled, boxes = '1,2,3,4,5'] = process.argv.slice(2)
  const answers = Object.fromEntries(boxes.split(',').map((box) => [box, DEFAULT_TEXT]))
  await writeFile(filled, await fill(await readFile(blank), answers))
}
