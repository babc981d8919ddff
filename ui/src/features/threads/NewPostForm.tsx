import { useState } from 'react'
import { ApiError } from '../../api/error'
import { useDraft } from '../../lib/drafts'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Form } from '../../ui/Form'
import { Progress } from '../../ui/Progress'
import { Submit } from '../../ui/Submit'
import { ChosenPicture } from './ChosenPicture'
import styles from './NewPostForm.module.css'
import { PostWords } from './PostWords'
import type { usePostUpload } from './use-post-upload'

interface NewPostFormProps {
  /** Where what was typed is kept until it is sent. */
  draft: string
  sending: ReturnType<typeof usePostUpload>
}

/** A picture and the words beside it. What is refused stays, to be changed and sent again. */
export function NewPostForm({ draft, sending }: NewPostFormProps) {
  const [image, setImage] = useState<File>()
  const [problem, setProblem] = useState<string>()
  const caption = useDraft(`${draft}/caption`, '')
  const alt = useDraft(`${draft}/alt`, '')
  const { isSending, percent, error } = sending

  const choose = (file: File | undefined, words?: string) => {
    setProblem(words)
    if (file || !words) setImage(file)
  }
  const submit = () => {
    if (!image) return setProblem('No file selected.')
    setProblem(undefined)
    const settle = () => {
      caption.settle('')
      alt.settle('')
    }
    sending.send({ image, caption: caption.text, alt: alt.text }, { onSuccess: settle })
  }

  return (
    <Form error={error} busy={isSending} onSubmit={submit}>
      {problem && <Banner tone="error">{problem}</Banner>}
      {error instanceof ApiError && error.fields.image && (
        <Banner tone="error">{error.fields.image}</Banner>
      )}
      <div className={styles.sides}>
        <ChosenPicture image={image} disabled={isSending} onChoose={choose} />
        <div className="stack">
          <PostWords
            caption={caption.text}
            alt={alt.text}
            onCaption={caption.change}
            onAlt={alt.change}
          />
        </div>
      </div>
      {isSending && (
        <div className="stack">
          <Progress label="Sending your page" percent={percent === 100 ? undefined : percent} />
          <p role="status">{percent === 100 ? 'Looking at your page…' : `Sending… ${percent} %`}</p>
          {percent < 100 && (
            <div className="row">
              <Button onClick={sending.cancel}>Cancel</Button>
            </div>
          )}
        </div>
      )}
      <Submit>Upload</Submit>
    </Form>
  )
}
