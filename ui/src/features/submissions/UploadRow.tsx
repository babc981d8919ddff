import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { inMegabytes } from '../../lib/numbers'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Progress } from '../../ui/Progress'
import { useDroppedFiles } from '../../ui/use-dropped-files'
import styles from './UploadRow.module.css'
import type { Reading } from './use-reading'

interface UploadRowProps {
  reading: Exclude<Reading, { step: 'empty' }>
  onRemove(): void
}

/** The file that was chosen, and the truth about it. */
export function UploadRow({ reading, onRemove }: UploadRowProps) {
  const row = useRef<HTMLDivElement>(null)
  const { file, step } = reading
  const underWay = step === 'sending' || step === 'reading'

  // The drop zone, which had the focus, is gone.
  useEffect(() => row.current?.focus(), [])
  useDroppedFiles(undefined)

  return (
    <div ref={row} tabIndex={-1} className={styles.row} data-step={step}>
      <div className={styles.head}>
        <span className={styles.thumbnail} aria-hidden="true">
          {step === 'refused' ? '⚠' : step === 'read' ? '✓' : '↑'}
        </span>
        <span>
          <strong>{file.name}</strong>{' '}
          {file.size !== undefined && (
            <span className={`meta ${styles.size}`}>{inMegabytes(file.size)}</span>
          )}
        </span>
        <Button onClick={onRemove}>{underWay ? 'Cancel' : 'Remove file'}</Button>
      </div>
      <Status reading={reading} />
    </div>
  )
}

function Status({ reading }: { reading: UploadRowProps['reading'] }) {
  switch (reading.step) {
    case 'sending':
      return (
        <>
          <Progress label={`Sending ${reading.file.name}`} percent={reading.percent} />
          <p role="status">
            {reading.offline ? 'Connection lost, waiting' : `Sending… ${reading.percent} %`}
          </p>
        </>
      )
    case 'reading':
      return (
        <>
          <Progress label="Reading your handwriting" />
          <p role="status">Reading your handwriting…</p>
        </>
      )
    case 'refused':
      return (
        <Banner tone="error">
          <p>{reading.words}</p>
          {reading.withoutInk && (
            <p>
              Most tablets keep handwriting beside the PDF until it is exported.{' '}
              <Link href={paths.help}>How to export it with the ink inside</Link>
            </p>
          )}
        </Banner>
      )
    case 'read':
      return (
        <p role="status">
          {reading.answers.length === 1
            ? 'One answer was found.'
            : `${reading.answers.length} answers were found.`}
        </p>
      )
  }
}
