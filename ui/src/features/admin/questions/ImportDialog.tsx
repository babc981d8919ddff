import { useState } from 'react'
import { focusAfterRender } from '../../../lib/focus-after-render'
import { formatNumber, plural } from '../../../lib/format'
import { notify } from '../../../lib/notify'
import { Badge } from '../../../ui/Badge'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { RadioGroup } from '../../../ui/ChoiceGroup'
import { required } from '../../../ui/checks'
import { type Column, DataTable } from '../../../ui/DataTable'
import { Dialog } from '../../../ui/Dialog'
import { DropZone } from '../../../ui/DropZone'
import { Form } from '../../../ui/Form'
import { Submit } from '../../../ui/Submit'
import { TextArea } from '../../../ui/TextArea'
import styles from './ImportDialog.module.css'
import {
  type Imported,
  type ImportedRow,
  type PreviewedImport,
  type QuestionFormat,
  useImport,
} from './queries'

const FORMATS = [
  { value: 'csv', label: 'CSV' },
  { value: 'json', label: 'JSON' },
  { value: 'toml', label: 'TOML' },
] as const

/** Format of a file by its name; CSV if unknown. */
function formatOf(name: string): QuestionFormat {
  const ending = name.split('.').pop()?.toLowerCase()
  return FORMATS.find(({ value }) => value === ending)?.value ?? 'csv'
}

/** Whether a file is a table, by type or by ending: some tools set no type. */
const isTable = ({ type, name }: File) =>
  /\.(csv|tsv|txt|xlsx|json|toml)$/i.test(name) || /^text\/|\/(json|toml)$/.test(type)

/** Text of a file in UTF-8; undefined for a workbook or another encoding, which the server reads. */
async function textOf(file: File): Promise<string | undefined> {
  try {
    const bytes = await new Response(file).arrayBuffer()
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

const base64Of = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** Dialog that imports questions from a file or the clipboard, with a preview. */
export function ImportDialog({ bid, onClose }: { bid: string; onClose(): void }) {
  const [text, setText] = useState('')
  const [workbook, setWorkbook] = useState<{ name: string; content: string }>()
  const [note, setNote] = useState<string>()
  const [format, setFormat] = useState<QuestionFormat>('csv')
  const { mutate, reset, data, error, isPending } = useImport(bid)

  const addFile = async ([file]: File[]) => {
    if (!file) return
    if (!isTable(file)) return setNote(`“${file.name}” is neither CSV, Excel, JSON nor TOML.`)
    setNote(undefined)
    const read = await textOf(file)
    const content = read ?? (await base64Of(file).catch(() => undefined))
    if (content === undefined) return setNote(`“${file.name}” can’t be read.`)
    setText(read ?? '')
    setWorkbook(read === undefined ? { name: file.name, content } : undefined)
    setFormat(formatOf(file.name))
    reset()
    focusAfterRender('preview-import')
  }
  const source = { text, file: workbook?.content, format }
  const importNow = () =>
    mutate(
      { ...source, dryRun: false },
      {
        onSuccess: (done) => {
          notify({ message: `Import complete. ${summaryOf(done)}`, tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <Dialog title="Import questions" wide onClose={onClose}>
      <div className="stack">
        <DropZone accept=".csv,.tsv,.txt,.xlsx,.json,.toml" onFiles={addFile}>
          Drop a CSV, Excel, JSON or TOML file here, or click to browse
        </DropZone>
        {note && <Banner tone="error">{note}</Banner>}
        <Form<'text'>
          onSubmit={() => mutate({ ...source, dryRun: true })}
          error={error}
          busy={isPending}
        >
          {workbook ? (
            <p>
              The questions come from “{workbook.name}”.{' '}
              <Button
                onClick={() => {
                  setWorkbook(undefined)
                  reset()
                }}
              >
                Type them instead
              </Button>
            </p>
          ) : (
            <>
              <TextArea
                name="text"
                label="Questions"
                hint="You can also paste them here. A CSV line has a key, a comma, and the question in quotes."
                rows={8}
                spellCheck={false}
                value={text}
                onChange={({ target }) => {
                  setText(target.value)
                  reset()
                }}
                check={required('Add some questions first.')}
              />
              <RadioGroup
                name="format"
                label="Format"
                choices={FORMATS}
                value={format}
                onChange={(value) => {
                  setFormat(value as QuestionFormat)
                  reset()
                }}
              />
            </>
          )}
          <div id="preview-import">
            <Submit variant={data?.preview ? 'plain' : 'primary'}>Preview the changes</Submit>
          </div>
        </Form>
        {data?.preview && (
          <ImportPreview
            imported={data}
            preview={data.preview}
            busy={isPending}
            onImport={importNow}
          />
        )}
      </div>
    </Dialog>
  )
}

const IMPORT_STATUS_LABELS = { added: 'New', changed: 'Changed', unchanged: 'Unchanged' }

const COLUMNS: Column<ImportedRow>[] = [
  { head: 'Line', showLabelOnMobile: true, nowrap: true, cell: ({ line }) => line },
  {
    head: 'Question',
    rowHeader: true,
    className: styles.words,
    cell: (row) => <QuestionText row={row} />,
  },
  { head: 'Key', showLabelOnMobile: true, className: styles.key, cell: ({ key }) => key },
  {
    head: 'Result',
    cell: ({ fate }) => <Badge seal={fate !== 'unchanged'}>{IMPORT_STATUS_LABELS[fate]}</Badge>,
  },
]

interface ImportPreviewProps {
  imported: Imported
  preview: PreviewedImport
  busy: boolean
  onImport(): void
}

/** Preview of an import. One bad row blocks the whole import. */
function ImportPreview({ imported, preview, busy, onImport }: ImportPreviewProps) {
  const { rows, bad, left } = preview
  const changes = imported.added + imported.changed > 0
  return (
    <div className="stack">
      {bad.length > 0 ? (
        <Banner tone="error">
          <p>
            {plural(
              bad.length,
              'One row can’t be imported. Correct it first:',
              '# rows can’t be imported. Correct them first:',
            )}
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
          <p>{summaryOf(imported)}</p>
          {changes && (
            <div className="row">
              <Button variant="primary" busy={busy} onClick={onImport}>
                Import the questions
              </Button>
            </div>
          )}
        </Banner>
      )}
      <DataTable
        label="Preview of the import"
        rows={rows}
        keyOf={({ key }) => key}
        columns={COLUMNS}
        empty={null}
      />
      {left.length > 0 && (
        <details>
          <summary>
            {plural(
              left.length,
              'One question of the book isn’t in the file. It stays.',
              '# questions of the book aren’t in the file. They stay.',
            )}
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

/** Text of a question; of a changed one, the old and the new text. */
function QuestionText({ row: { description, before } }: { row: ImportedRow }) {
  if (!before) return description
  return (
    <>
      <p>
        <span className="visually-hidden">Before: </span>
        <del className={styles.before}>{before}</del>
      </p>
      <p>
        <span className="visually-hidden">After: </span>
        <ins>{description}</ins>
      </p>
    </>
  )
}

/** "Questions: 2 new, 1 changed, 3 unchanged." */
const summaryOf = ({ added, changed, unchanged }: Imported) =>
  `Questions: ${formatNumber(added)} new, ${formatNumber(changed)} changed, ${formatNumber(unchanged)} unchanged.`
