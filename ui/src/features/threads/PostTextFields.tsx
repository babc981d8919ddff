import { MAX_LENGTHS } from '../../api/limits'
import { TextArea } from '../../ui/TextArea'

interface PostTextFieldsProps {
  caption: string
  alt: string
  onCaption(words: string): void
  onAlt(words: string): void
}

/** Fields for the caption and description of a picture, for use in a form. */
export function PostTextFields({ caption, alt, onCaption, onAlt }: PostTextFieldsProps) {
  return (
    <>
      <TextArea
        name="caption"
        label="Caption (optional)"
        hint="Shown with your page."
        rows={2}
        value={caption}
        maxCharacters={MAX_LENGTHS.NewWords.caption}
        countsFrom={50}
        onChange={({ target }) => onCaption(target.value)}
      />
      <TextArea
        name="alt"
        label="Transcription or description (optional)"
        hint="Read out to people who can’t see the page."
        rows={4}
        value={alt}
        maxCharacters={MAX_LENGTHS.NewWords.alt}
        countsFrom={100}
        onChange={({ target }) => onAlt(target.value)}
      />
    </>
  )
}
