import { useState } from 'react'
import { errorMessage } from '../../../lib/api-error'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { Checkbox } from '../../../ui/ChoiceGroup'
import { Dialog } from '../../../ui/Dialog'
import { Progress } from '../../../ui/Progress'
import { Select } from '../../../ui/Select'
import styles from './PrintDialog.module.css'
import {
  type AdminBook,
  type Preflight,
  type PrintPurpose,
  usePreflight,
  usePrintFiles,
} from './queries'

/** Papers that copy shops have; the server knows how thick they are. */
const PAPERS = ['80g', '90g', '100g', '120g', '150g'].map((paper) => ({
  value: paper,
  label: `${paper.slice(0, -1)} g/m²`,
}))

/** Numbers of sheets that can be folded together. */
const SHEETS = [
  { value: '', label: 'All sheets' },
  ...['4', '5', '6', '8'].map((sheets) => ({ value: sheets, label: `${sheets} sheets` })),
]

interface PrintDialogProps {
  book: AdminBook
  purpose: PrintPurpose
  onClose(): void
}

/** Dialog with the preflight of a book, which saves its files for a copy shop or its booklet. */
export function PrintDialog({ book, purpose, onClose }: PrintDialogProps) {
  const [paper, setPaper] = useState('80g')
  const [sheets, setSheets] = useState('')
  const [largePrint, setLargePrint] = useState(false)
  const options = { purpose, paper, sheets: sheets ? Number(sheets) : undefined, largePrint }
  const preflight = usePreflight(book, options)
  const files = usePrintFiles(book, options)
  const isBook = purpose === 'print'
  return (
    <Dialog
      title={isBook ? `Print ${book.name}` : `${book.name} as a booklet`}
      onClose={onClose}
      wide
    >
      <div className="stack">
        {isBook ? (
          <Select
            name="paper"
            label="Paper of the pages"
            hint="The thicker the paper, the wider the spine."
            options={PAPERS}
            value={paper}
            onChange={setPaper}
          />
        ) : (
          <Select
            name="sheets"
            label="Folded together"
            hint="A thick booklet is made of several thin ones."
            options={SHEETS}
            value={sheets}
            onChange={setSheets}
          />
        )}
        <div>
          <Checkbox checked={largePrint} onChange={setLargePrint}>
            Large print
          </Checkbox>
          <p className="meta">Text has 18 points, and handwriting is enlarged by as much.</p>
        </div>
        {preflight.isPending && (
          <>
            <Progress label="Checking the book" />
            <p role="status">Checking the book. This takes a few seconds.</p>
          </>
        )}
        {preflight.error && (
          <Banner tone="error">
            <p>{errorMessage(preflight.error)}</p>
            <div className="row">
              <Button onClick={() => void preflight.refetch()}>Try again</Button>
            </div>
          </Banner>
        )}
        {preflight.data && <PreflightReport preflight={preflight.data} />}
        {files.error && <Banner tone="error">{errorMessage(files.error)}</Banner>}
        {files.isSuccess && (
          <Banner tone="good">
            {isBook
              ? 'The inside, the cover and these notes are in your downloads.'
              : 'The booklet is in your downloads.'}
          </Banner>
        )}
        {preflight.data && (
          <div className="row">
            <Button variant="primary" busy={files.isPending} onClick={() => files.mutate()}>
              {isBook ? 'Download for print' : 'Download the booklet'}
            </Button>
          </div>
        )}
        <p className="meta">Only you see it, and nothing is published.</p>
      </div>
    </Dialog>
  )
}

/** Facts and warnings of a preflight, in sentences. */
function PreflightReport({ preflight: { facts, warnings } }: { preflight: Preflight }) {
  return (
    <>
      <ul className={styles.list}>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {warnings.length > 0 && (
        <Banner tone="warn">
          <p>Before you print:</p>
          <ul className={styles.list}>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  )
}
