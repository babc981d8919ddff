import { Link } from 'wouter'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { FileRow } from '../../ui/FileRow'
import { UploadRow } from '../../ui/UploadRow'
import { describeProgress } from './extraction-progress'
import type { ExtractionState } from './use-form-extraction'

interface ExtractionRowProps {
  reading: Exclude<ExtractionState, { step: 'empty' }>
  onRemove(): void
  onRetry(): void
}

/** The file that was chosen, and the truth about it. */
export function ExtractionRow({ reading, onRemove, onRetry }: ExtractionRowProps) {
  switch (reading.step) {
    case 'sending':
      return (
        <UploadRow
          file={reading.file}
          journey={reading.journey}
          {...describeProgress(reading.progress)}
          onCancel={onRemove}
          onRetry={onRetry}
        />
      )
    case 'refused':
      return (
        <FileRow file={reading.file} mark="bad" action="Remove file" onAction={onRemove}>
          <Banner tone="error">
            <p>{reading.words}</p>
            {reading.withoutInk && (
              <p>
                Most tablets keep handwriting beside the PDF until it is exported.{' '}
                <Link href={paths.help}>How to export it with the ink inside</Link>
              </p>
            )}
          </Banner>
        </FileRow>
      )
    case 'read':
      return (
        <FileRow file={reading.file} mark="good" action="Remove file" onAction={onRemove}>
          <p role="status">
            {reading.answers.length === 1
              ? 'One answer was found.'
              : `${reading.answers.length} answers were found.`}
          </p>
        </FileRow>
      )
  }
}
