import type { ReactNode } from 'react'
import { formatNumber } from '../../../lib/format'
import { cx } from '../../../ui/cx'
import styles from './charts.module.css'

interface TileProps {
  /** Id of the heading. */
  id: string
  title: string
  children: ReactNode
}

/** Part of the overview with one chart or fact. */
export function Tile({ id, title, children }: TileProps) {
  return (
    <section className={styles.tile} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}

export interface WeekCount {
  /** Monday, such as `2026-11-23`. */
  startsOn: string
  count: number
}

interface WeekChartProps {
  /** Name of the counted items, as the heading of a column. */
  counted: string
  /** Oldest first; the last one is not over. */
  weeks: WeekCount[]
  tone: 'link' | 'moss'
}

/** Height of the highest bar in pixels, and that of the number above it. */
const BAR = 80
const NUMBER = 20

const shortDay = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** "23 Nov". */
const formatWeek = (startsOn: string) => shortDay.format(new Date(`${startsOn}T00:00:00Z`))

const THOUSAND = 1000

/** "950", or "1.2k": all that fits above a bar. */
const formatShort = (count: number) =>
  count < THOUSAND ? String(count) : `${Number((count / THOUSAND).toPrecision(2))}k`

/** Bars of weeks with their numbers, and the same as a table for screen readers. */
export function WeekChart({ counted, weeks, tone }: WeekChartProps) {
  const most = Math.max(1, ...weeks.map(({ count }) => count))
  const [first] = weeks
  return (
    <>
      <div className={cx(styles.weeks, styles[tone])} aria-hidden="true">
        {weeks.map(({ startsOn, count }, index) => {
          const height = Math.round((BAR * count) / most)
          const top = NUMBER + BAR - height
          return (
            <svg key={startsOn} className={styles.week} aria-hidden="true">
              <text x="50%" y={top - 5} textAnchor="middle" className={styles.number}>
                {formatShort(count)}
              </text>
              {count > 0 && (
                <rect
                  x="15%"
                  width="70%"
                  y={top}
                  height={height}
                  className={index === weeks.length - 1 ? styles.outlined : styles.filled}
                />
              )}
            </svg>
          )
        })}
      </div>
      <div className={styles.axis} aria-hidden="true">
        <span>{first && formatWeek(first.startsOn)}</span>
        <span>This week</span>
      </div>
      <div className="visually-hidden">
        <table>
          <thead>
            <tr>
              <th scope="col">Week from</th>
              <th scope="col">{counted}</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ startsOn, count }) => (
              <tr key={startsOn}>
                <th scope="row">{formatWeek(startsOn)}</th>
                <td>{formatNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** Colours of the inks of covers, as on the covers. */
const INKS: Record<string, string> = {
  blue: '#1f3f77',
  moss: '#25592f',
  ochre: '#6b4700',
  plum: '#592a48',
  petrol: '#12505a',
  sepia: '#4b3425',
  slate: '#3a3d45',
  olive: '#4a4f1c',
}

interface InkBarProps {
  /** Name of an ink. */
  ink: string
  done: number
  of: number
}

/** Bar that fills with the ink of a book. The numbers stand beside it. */
export function InkBar({ ink, done, of }: InkBarProps) {
  const percent = Math.min(100, Math.round((100 * done) / Math.max(1, of)))
  return (
    <svg className={cx(styles.bar, styles.ink)} aria-hidden="true">
      <rect width="100%" height="100%" className={styles.track} />
      {percent > 0 && <rect width={`${percent}%`} height="100%" fill={INKS[ink]} />}
    </svg>
  )
}

interface Share {
  name: string
  size: number
  /** Size and details in words. */
  text: string
}

/** Bar of what takes how much of the whole, with a legend. The last share is empty space. */
export function ShareBar({ shares }: { shares: [Share, Share, Share] }) {
  const whole = Math.max(
    1,
    shares.reduce((sum, { size }) => sum + size, 0),
  )
  let end = 0
  const parts = shares.map((share, index) => {
    const start = end
    end += (100 * share.size) / whole
    return { ...share, start, width: end - start, look: LOOKS[index] }
  })
  return (
    <>
      <svg className={styles.bar} aria-hidden="true">
        <rect width="100%" height="100%" className={styles.track} />
        {parts.slice(0, -1).map(({ name, start, width, look }) => (
          <rect key={name} x={`${start}%`} width={`${width}%`} height="100%" className={look} />
        ))}
      </svg>
      <ul className={styles.legend}>
        {parts.map(({ name, text, look }) => (
          <li key={name}>
            <svg className={styles.sample} aria-hidden="true">
              <rect width="100%" height="100%" className={cx(styles.track, look)} />
            </svg>
            <span>
              {name}: {text}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Looks of the shares, in their order. */
const LOOKS = [styles.first, styles.second, undefined]
