import { Badge } from '../../../ui/Badge'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { type Column, DataTable } from '../../../ui/DataTable'
import styles from './ImportPreview.module.css'
import type { Imported, ImportedRow, ImportPreviewOf } from './queries'

const IMPORT_STATUS_LABELS = { added: 'New', changed: 'New words', unchanged: 'Stays as it is' }

const COLUMNS: Column<ImportedRow>[] = [
  { head: 'Line', labelled: true, whole: true, cell: ({ line }) => line },
  { head: 'Question', names: true, className: styles.words, cell: (row) => <Words row={row} /> },
  { head: 'Key', labelled: true, className: styles.key, cell: ({ key }) => key },
  {
    head: 'What becomes of it',
    cell: ({ fate }) => <Badge seal={fate !== 'unchanged'}>{IMPORT_STATUS_LABELS[fate]}</Badge>,
  },
]

interface ImportPreviewProps {
  imported: Imported
  preview: ImportPreviewOf
  busy: boolean
  onImport(): void
}

/** What would become of each row of a file. While one is bad, nothing can be imported. */
export function ImportPreview({ imported, preview, busy, onImport }: ImportPreviewProps) {
  const { rows, bad, left } = preview
  const changes = imported.added + imported.changed > 0
  return (
    <div className="stack">
      {bad.length > 0 ? (
        <Banner tone="error">
          <p>
            {bad.length === 1 ? 'One row' : `${bad.length} rows`} cannot be taken. Nothing is
            imported until that is mended:
          </p>
          <ul>
            {bad.map(({ line, words }) => (
              <li key={`${line} ${words}`}>
                Line {line}: {words}
              </li>
            ))}
          </ul>
        </Banner>
      ) : (
        <Banner>
          <p>{inWords(imported, 'would be')}</p>
          {changes && (
            <div className="row">
              <Button look="primary" busy={busy} onClick={onImport}>
                Import them
              </Button>
            </div>
          )}
        </Banner>
      )}
      <DataTable
        label="What would become of each row"
        rows={rows}
        keyOf={({ key }) => key}
        columns={COLUMNS}
        empty={null}
      />
      {left.length > 0 && (
        <details>
          <summary>
            {left.length === 1
              ? 'One question of the book is not in the file, and stays'
              : `${left.length} questions of the book are not in the file, and stay`}
          </summary>
          <ul>
            {left.map(({ key, description }) => (
              <li key={key}>
                {description} <span className="meta">{key}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** A question; of one that would change, the old words and the new ones. */
function Words({ row: { description, before } }: { row: ImportedRow }) {
  if (!before) return description
  return (
    <>
      <p>
        <span className="visually-hidden">Before: </span>
        <del className={styles.before}>{before}</del>
      </p>
      <p>
        <span className="visually-hidden">Then: </span>
        <ins>{description}</ins>
      </p>
    </>
  )
}

/** "Of the questions, 2 would be added, 1 would get new words, 3 stay as they are." */
export function inWords({ added, changed, unchanged }: Imported, verb: 'would be' | 'were') {
  const parts = [
    added > 0 && `${added} ${verb} added`,
    changed > 0 && `${changed} ${verb === 'were' ? 'got' : 'would get'} new words`,
    unchanged > 0 && `${unchanged} ${unchanged === 1 ? 'stays as it is' : 'stay as they are'}`,
  ].filter(Boolean)
  return `Of the questions, ${parts.join(', ')}.`
}
