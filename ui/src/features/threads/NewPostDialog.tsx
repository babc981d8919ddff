import { useEffect, useRef, useState } from 'react'
import type { Post, Topic } from '../../entities/post/post'
import { describePost, useInvalidatePending } from '../../entities/post/queries'
import { UploadRow, useUploadCloseGuard } from '../../entities/upload/UploadRow'
import { isUnderWay, useUpload } from '../../entities/upload/use-upload'
import { ApiError } from '../../lib/api-error'
import { type Draft, useDraft } from '../../lib/drafts'
import type { Picked } from '../../lib/pick-file'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { ButtonLink } from '../../ui/ButtonLink'
import { Dialog } from '../../ui/Dialog'
import { DropZone } from '../../ui/DropZone'
import { Form } from '../../ui/Form'
import { SheetUp } from '../../ui/illustrations/steps'
import { Submit } from '../../ui/Submit'
import styles from './NewPostDialog.module.css'
import { PostTextFields } from './PostTextForm'
import { pickPicture } from './pick-picture'

interface NewPostDialogProps {
  topic: Topic
  uid: string
  /** Picture that was dropped on the thread or pasted. */
  dropped: Picked
  onClose(): void
}

/** Dialog that uploads a picture with caption and description. */
export function NewPostDialog({ topic, uid, dropped, onClose }: NewPostDialogProps) {
  const draft = `${uid}/post/${topic.code}`
  const caption = useDraft(`${draft}/caption`, '')
  const alt = useDraft(`${draft}/alt`, '')
  const texts = { caption: caption.text, alt: alt.text }
  const upload = usePostUpload(topic, uid, texts, (saved) => {
    caption.markSaved(saved.caption, '')
    alt.markSaved(saved.alt, '')
  })
  const [start, setStart] = useState(dropped)
  const { close, question } = useUploadCloseGuard(isUnderWay(upload.state), onClose)
  const startAgain = () => {
    setStart({})
    upload.cancel()
  }
  return (
    <Dialog title={`Upload a page to ${topic.name}`} wide onClose={close}>
      <div className="stack">
        {question}
        {upload.data ? (
          <UploadSuccess onAnother={startAgain} />
        ) : (
          <NewPostForm caption={caption} alt={alt} start={start} upload={upload} />
        )}
      </div>
    </Dialog>
  )
}

/** Confirmation that the page is uploaded, with buttons to publish it or add another. */
function UploadSuccess({ onAnother }: { onAnother(): void }) {
  const message = useRef<HTMLDivElement>(null)
  // The form that had the focus is gone.
  useEffect(() => message.current?.focus(), [])
  return (
    <div ref={message} tabIndex={-1} className="stack">
      <Banner tone="good">
        Your page is uploaded. It is pending: only you can see it until you publish it.
      </Banner>
      <div className="row">
        <ButtonLink href={paths.pendingPosts} variant="primary">
          Go to your pending posts
        </ButtonLink>
        <Button onClick={onAnother}>Upload another</Button>
      </div>
    </div>
  )
}

interface NewPostFormProps {
  caption: Draft
  alt: Draft
  /** Picture that was already chosen. */
  start: Picked
  upload: ReturnType<typeof usePostUpload>
}

/** Form with a picture and its texts. A refused one stays, to be corrected and sent again. */
function NewPostForm({ caption, alt, start, upload }: NewPostFormProps) {
  const [picked, setPicked] = useState(start)
  const { state, refusal } = upload
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
    <Form error={refusal} busy={isUnderWay(state)} onSubmit={submit}>
      {note && <Banner tone={file ? 'note' : 'error'}>{note}</Banner>}
      {refusal instanceof ApiError && refusal.fields.image && (
        <Banner tone="error">{refusal.fields.image}</Banner>
      )}
      <div className={styles.sides}>
        {file ? (
          <div className="stack">
            <PicturePreview image={file} />
            <UploadRow
              file={file}
              state={state}
              work="Checking your page…"
              remove="Choose another"
              onRemove={remove}
              onCancel={upload.cancel}
              onRetry={submit}
            />
          </div>
        ) : (
          <PicturePicker onPick={setPicked} />
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

/** Preview of the chosen picture. */
function PicturePreview({ image }: { image: File }) {
  const url = useUrl(image)
  return (
    <div className={styles.picture}>{url && <img src={url} alt="The page you have chosen" />}</div>
  )
}

/** Object URL of a file, revoked on unmount. */
function useUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

/** Chooser for one PNG: by click, drop or paste. */
function PicturePicker({ onPick }: { onPick(picked: Picked): void }) {
  const place = useRef<HTMLDivElement>(null)

  // The row that had the focus is gone.
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus()
  }, [])

  const addFile = async (files: File[]) => {
    if (files.length > 0) onPick(await pickPicture(files))
  }
  return (
    <div ref={place} tabIndex={-1}>
      <DropZone accept=".png,image/png" onFiles={addFile}>
        <SheetUp />
        <strong>Drop your PNG here or click to browse</strong>
        <span className="meta">Or paste it</span>
      </DropZone>
    </div>
  )
}

interface PostTexts {
  caption: string
  alt: string
}

interface NewPost extends PostTexts {
  file: File
}

const haveSameTexts = (one: PostTexts, other: PostTexts) =>
  one.caption.trim() === other.caption.trim() && one.alt.trim() === other.alt.trim()

/** Uploads a picture to a thread, with its texts as they are when the upload is complete. */
function usePostUpload(
  { id, code }: Topic,
  uid: string,
  texts: PostTexts,
  onSaved: (texts: PostTexts) => void,
) {
  const invalidatePending = useInvalidatePending()
  const first = useRef<NewPost>(undefined)

  const upload = useUpload<Post, NewPost>({
    path: ['/api/upload', ...[uid, id, code].map(encodeURIComponent)].join('/'),
    formOf: ({ file, caption, alt }) => {
      const form = new FormData()
      form.append('image', file)
      form.append('caption', caption)
      form.append('alt', alt)
      return form
    },
    onSuccess: async (post) => {
      // An earlier attempt had arrived with other texts, or the texts were edited during the
      // upload.
      const isOld = first.current && !haveSameTexts(first.current, texts)
      if (isOld && !haveSameTexts(post, texts)) await describePost({ id: post.id, ...texts })
      onSaved(texts)
    },
    // Also after a failure: the post may have been stored and only the response lost.
    onSettled: () => void invalidatePending(),
  })

  const send = (post: NewPost) => {
    if (first.current?.file !== post.file) first.current = post
    upload.send(post)
  }
  return { ...upload, send }
}
