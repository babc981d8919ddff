import { TextArea } from '../../ui/TextArea'

/** As many characters as the server takes, counted as it counts them. */
const CAPTION = { longest: 200, few: 150 }
const ALT = { longest: 1000, few: 900 }

interface PostTextFieldsProps {
  caption: string
  alt: string
  onCaption(words: string): void
  onAlt(words: string): void
}

/** What somebody says about a picture of theirs, and what it shows. Stands in a form. */
export function PostTextFields({ caption, alt, onCaption, onAlt }: PostTextFieldsProps) {
  return (
    <>
      <TextArea
        name="caption"
        label="Caption (optional)"
        hint="Shown with your page."
        rows={2}
        value={caption}
        {...limitOf(caption, CAPTION)}
        onChange={({ target }) => onCaption(target.value)}
      />
      <TextArea
        name="alt"
        label="What it says or shows (optional)"
        hint="Read out to those who cannot see the page."
        rows={4}
        value={alt}
        {...limitOf(alt, ALT)}
        onChange={({ target }) => onAlt(target.value)}
      />
    </>
  )
}

const lengthOf = (words: string) => [...words.trim()].length

/** How many are left is told near the end. What is too long stays, to be shortened. */
function limitOf(words: string, { longest, few }: typeof CAPTION) {
  const count = lengthOf(words)
  return {
    ...(count > few && { limit: longest, count }),
    check: (typed: string) =>
      lengthOf(typed) > longest ? `At most ${longest} characters fit.` : undefined,
  }
}
