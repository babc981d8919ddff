import { useState } from 'react'
import { ApiError } from '../../api/error'
import { isUnderWay } from '../../api/use-upload'
import type { Draft } from '../../lib/drafts'
import type { Picked } from '../../lib/pick-file'
import { Banner } from '../../ui/Banner'
import { Form } from '../../ui/Form'
import { Submit } from '../../ui/Submit'
import { UploadRow } from '../../ui/UploadRow'
import { ChosenPicture } from './ChosenPicture'
import styles from './NewPostForm.module.css'
import { PictureZone } from './PictureZone'
import { PostTextFields } from './PostTextFields'
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
