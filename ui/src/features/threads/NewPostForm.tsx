import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/error'
import { isUnderWay } from '../../api/use-upload'
import type { Draft } from '../../lib/drafts'
import type { Picked } from '../../lib/pick-file'
import { Banner } from '../../ui/Banner'
import { DropZone } from '../../ui/DropZone'
import { SheetUp } from '../../ui/drawings/steps'
import { Form } from '../../ui/Form'
import { Submit } from '../../ui/Submit'
import { UploadRow } from '../../ui/UploadRow'
import styles from './NewPostForm.module.css'
import { PostTextFields } from './PostTextFields'
import { pickPicture } from './pick-picture'
import type { usePostUpload } from './use-post-upload'

interface NewPostFormProps {
  caption: Draft
  alt: Draft
  /** A picture that is there already. */
  start: Picked
  upload: ReturnType<typeof usePostUpload>
}

/** A picture and the words beside it. What is refused stays, to be changed and sent again. */
export function NewPostForm({ caption, alt, start, upload }: NewPostFormProps) {
  const [picked, setPicked] = useState(start)
  const { journey, refusal } = upload
  const { file, note } = picked

  const submit = () => {
    if (!file) return setPicked({ note: 'No file selected.' })
    setPicked({ file })
    upload.send({ file, caption: caption.text, alt: alt.text })
  }
  const remove = () => {
    upload.cancel()
    setPicked({})
  }

  return (
    <Form error={refusal} busy={isUnderWay(journey)} onSubmit={submit}>
      {note && <Banner tone={file ? 'note' : 'error'}>{note}</Banner>}
      {refusal instanceof ApiError && refusal.fields.image && (
        <Banner tone="error">{refusal.fields.image}</Banner>
      )}
      <div className={styles.sides}>
        {file ? (
          <div className="stack">
            <ChosenPicture image={file} />
            <UploadRow
              file={file}
              journey={journey}
              work="Looking at your page"
              remove="Choose another"
              onRemove={remove}
              onCancel={upload.cancel}
              onRetry={submit}
            />
          </div>
        ) : (
          <PictureZone onPick={setPicked} />
        )}
        <div className="stack">
          <PostTextFields
            caption={caption.text}
            alt={alt.text}
            onCaption={caption.change}
            onAlt={alt.change}
          />
        </div>
      </div>
      <Submit>Upload</Submit>
    </Form>
  )
}

/** The picture that was chosen, as this device has it. */
function ChosenPicture({ image }: { image: File }) {
  const url = useUrl(image)
  return (
    <div className={styles.picture}>{url && <img src={url} alt="The page you have chosen" />}</div>
  )
}

/** An address for a file of this device; it must be given back. */
function useUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

/** The place for one PNG: by click, by drop and by paste. */
function PictureZone({ onPick }: { onPick(picked: Picked): void }) {
  const place = useRef<HTMLDivElement>(null)

  // The row that was here before has gone with the focus.
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus()
  }, [])

  const take = async (files: File[]) => {
    if (files.length > 0) onPick(await pickPicture(files))
  }
  return (
    <div ref={place} tabIndex={-1}>
      <DropZone accept=".png,image/png" onFiles={take}>
        <SheetUp />
        <strong>Drop your PNG here or click to browse</strong>
        <span className="meta">or paste it</span>
      </DropZone>
    </div>
  )
}
