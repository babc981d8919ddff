import { type ChangeEvent, type ComponentProps, useRef } from 'react'
import { plural } from '../lib/format'
import type { TextRange } from '../lib/text-ranges'
import { countCharacters } from './checks'
import { cx } from './cx'
import styles from './Field.module.css'
import { FieldFrame, type FieldTextProps } from './FieldFrame'
import { type Check, useLimitedField } from './form-context'

interface TextAreaProps
  extends Omit<ComponentProps<'textarea'>, 'name' | 'maxLength'>,
    FieldTextProps {
  check?: Check
  /** Maximum length. Longer text stays and is marked as an error. */
  maxCharacters?: number
  /** Number of characters left from which the counter is shown; always by default. */
  countsFrom?: number
  /** Parts of the value that are underlined. */
  marks?: TextRange[]
}

/** Number of characters left below which screen readers announce it. */
const ANNOUNCE_BELOW = 20

/** Multi-line field with a counter of the characters left. */
export function TextArea({
  id,
  name,
  label,
  hint,
  problem,
  check,
  className,
  maxCharacters = Number.POSITIVE_INFINITY,
  countsFrom = maxCharacters,
  marks,
  onChange,
  ...area
}: TextAreaProps) {
  const { value, defaultValue } = area
  const field = useLimitedField({ name, check, maxCharacters, value, defaultValue })
  const left = maxCharacters - countCharacters(field.text)
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    field.setTyped(event.target.value)
    onChange?.(event)
  }
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      problem={problem ?? field.problem}
      className={cx(styles.area, className)}
    >
      {(control) => (
        <>
          {marks ? (
            <MarkedTextArea
              rows={5}
              {...area}
              {...control}
              name={name}
              marks={marks}
              text={field.text}
              onChange={change}
            />
          ) : (
            <textarea rows={5} {...area} {...control} name={name} onChange={change} />
          )}
          {Number.isFinite(left) && left >= 0 && left <= countsFrom && <Remaining count={left} />}
        </>
      )}
    </FieldFrame>
  )
}

interface MarkedTextAreaProps extends ComponentProps<'textarea'> {
  marks: TextRange[]
  text: string
}

/** Text area with underlined parts: the same text with marks lies behind it. */
function MarkedTextArea({ marks, text, className, ...area }: MarkedTextAreaProps) {
  const behind = useRef<HTMLDivElement>(null)
  const starts = [0, ...marks.map(([, end]) => end)]
  return (
    <div className={styles.marked}>
      <div ref={behind} className={cx(className, styles.behind)} aria-hidden="true" tabIndex={-1}>
        {marks.map(([start, end], index) => (
          <span key={start}>
            {text.slice(starts[index], start)}
            <span className={styles.doubtful}>{text.slice(start, end)}</span>
          </span>
        ))}
        {/* The text area has a line after a last line break, too. */}
        {`${text.slice(starts[marks.length])}\n`}
      </div>
      <textarea
        {...area}
        className={cx(className, styles.inFront)}
        onScroll={({ currentTarget }) => {
          if (behind.current) behind.current.scrollTop = currentTarget.scrollTop
        }}
      />
    </div>
  )
}

/** Visual counter. Announced at every letter it would drown the typed text. */
function Remaining({ count }: { count: number }) {
  return (
    <p className={styles.remaining}>
      <span aria-hidden="true">{plural(count, '1 character left', '# characters left')}</span>
      <span className="visually-hidden" role="status">
        {count <= 0
          ? 'No characters left'
          : count <= ANNOUNCE_BELOW && `At most ${ANNOUNCE_BELOW} characters left`}
      </span>
    </p>
  )
}
