import { useEffect, useState } from 'react'
import { errorMessage } from '../../../lib/api-error'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { DownloadLink } from '../../../ui/ButtonLink'
import { Dialog } from '../../../ui/Dialog'
import { Progress } from '../../../ui/Progress'
import styles from './BookPreview.module.css'
import { type AdminBook, usePreview } from './queries'

/** Dialog that makes a preview of the next edition, and shows it if the browser can. */
export function BookPreviewDialog({ book, onClose }: { book: AdminBook; onClose(): void }) {
  const { mutate, data, isPending, error } = usePreview(book)
  useEffect(() => mutate(), [mutate])
  const address = useAddressOf(data)
  return (
    <Dialog title={`Preview of ${book.name}`} wide onClose={onClose}>
      <div className="stack">
        {isPending && (
          <>
            <Progress label="Making the preview" />
            <p role="status">Making the book. This takes a few seconds.</p>
          </>
        )}
        {address && <Preview address={address} name={book.name} />}
        {error && (
          <Banner tone="error">
            <p>{errorMessage(error)}</p>
            <div className="row">
              <Button onClick={() => mutate()}>Try again</Button>
            </div>
          </Banner>
        )}
        <p className="meta">Only you see it, and nothing is published.</p>
      </div>
    </Dialog>
  )
}

/** Whether the browser shows PDFs in a frame. Most tablets and all e-readers don't, and older browsers don't say. */
const canShowPdf = () => (navigator as { pdfViewerEnabled?: boolean }).pdfViewerEnabled === true

interface PreviewProps {
  /** Address of the PDF. */
  address: string
  /** Name of the book. */
  name: string
}

function Preview({ address, name }: PreviewProps) {
  const isShown = canShowPdf()
  return (
    <>
      {isShown ? (
        <>
          <p role="status" className="visually-hidden">
            The preview is ready.
          </p>
          <iframe title={`Preview of ${name}`} src={address} className={styles.frame} />
        </>
      ) : (
        <p role="status">The preview is ready. This browser can’t show it here.</p>
      )}
      <div className="row">
        <DownloadLink
          href={address}
          download={`${name} (preview).pdf`}
          variant={isShown ? 'plain' : 'primary'}
        >
          Download the preview
        </DownloadLink>
      </div>
    </>
  )
}

/** Address of a fetched file, for as long as it is shown. */
function useAddressOf(file: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
