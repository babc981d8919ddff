import { useEffect, useRef, useState } from 'react'
import { useDisplay, useTheme } from '../../lib/display'
import styles from './Colours.module.css'
import { Section, Specimen } from './Specimen'

const GROUNDS = ['page', 'card', 'sunk', 'mark']

/** Every colour that is read, with what it is for. */
const INKS: [name: string, use: string][] = [
  ['ink', 'text'],
  ['ink-2', 'secondary text'],
  ['ink-3', 'captions, hints'],
  ['link', 'links, the primary button'],
  ['link-hover', 'the same under a pointer'],
  ['seal', 'liked, selected, won'],
  ['moss', 'it worked'],
  ['ochre', 'look out'],
  ['danger', 'it failed'],
  ['line', 'borders of controls: 3 is enough'],
  ['rule', 'hairlines: decoration, need none'],
]

/** Current values of the tokens as computed by the browser. */
function useColours() {
  const table = useRef<HTMLTableElement>(null)
  const [colours, setColours] = useState(new Map<string, Colour>())
  const [theme, display] = [useTheme(), useDisplay()]

  // biome-ignore lint/correctness/useExhaustiveDependencies: the attributes on <html> decide what is read.
  useEffect(() => {
    const swatches = Array.from(table.current?.querySelectorAll('rect') ?? [])
    setColours(
      new Map(
        swatches.map((swatch) => [
          swatch.getAttribute('data-token') ?? '',
          colourOf(getComputedStyle(swatch).fill),
        ]),
      ),
    )
  }, [theme, display])

  return { table, colours }
}

export function Colours() {
  const { table, colours } = useColours()
  const ratio = (ink: string, ground: string) => {
    const [one, other] = [colours.get(ink), colours.get(ground)]
    return one && other ? contrast(one, other).toFixed(1) : '–'
  }
  return (
    <Section
      title="Colours"
      rule="Text has a contrast of 4.5 or more on the page, on cards and in wells; on a mark, only ink, links and seal stand. Colour never says anything alone."
    >
      <Specimen name="Contrast of each ink (rows) on each ground (columns)" wide>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on phones it scrolls, and keys must reach it. */}
        <section className={styles.scroll} aria-label="Contrasts" tabIndex={0}>
          <table ref={table} className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Token</th>
                {GROUNDS.map((ground) => (
                  <th key={ground} scope="col">
                    <Swatch token={ground} />
                    {ground}
                  </th>
                ))}
                <th scope="col">For</th>
              </tr>
            </thead>
            <tbody>
              {INKS.map(([ink, use]) => (
                <tr key={ink}>
                  <th scope="row">
                    <Swatch token={ink} />
                    {ink}
                  </th>
                  {GROUNDS.map((ground) => (
                    <td key={ground}>{ratio(ink, ground)}</td>
                  ))}
                  <td className={styles.use}>{use}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </Specimen>
    </Section>
  )
}

function Swatch({ token }: { token: string }) {
  return (
    <svg className={styles.swatch} viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" data-token={token} fill={`var(--${token})`} />
    </svg>
  )
}

type Colour = readonly [red: number, green: number, blue: number]

/** `#abc`, `#aabbcc` or what a browser computes, `rgb(1, 2, 3)`. */
export function colourOf(text: string): Colour {
  const digits = text.match(/^#([\da-f]{3}|[\da-f]{6})$/i)?.[1]
  const parts = digits
    ? (digits.match(digits.length === 3 ? /./g : /../g) ?? []).map((part) =>
        Number.parseInt(part.padEnd(2, part), 16),
      )
    : (text.match(/[\d.]+/g) ?? []).map(Number)
  const [red = 0, green = 0, blue = 0] = parts
  return [red, green, blue]
}

/** As WCAG 2 defines it. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** 1 for equal colours, 21 for black on white. */
export function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
