import { MAX_LENGTHS } from '../../../api/limits'
import { required } from '../../../ui/checks'
import type { Check } from '../../../ui/form-context'
import { TextArea } from '../../../ui/TextArea'
import { TextField } from '../../../ui/TextField'

export type BookFieldName = 'name' | 'description' | 'publishAt' | 'topics'

/** Default number of new entries after which a book is published. */
const PUBLISH_AT = 20

interface BookFormValues {
  name: string
  description: string
  publishAt: number
  topics: string[]
}

const isCount: Check = (typed) =>
  /^[1-9]\d{0,5}$/.test(typed.trim()) ? undefined : 'Enter a number, 1 or more.'

/** Form values as the server expects them. */
export const readBook = (typed: Record<BookFieldName, string>): BookFormValues => ({
  name: typed.name.trim(),
  description: typed.description.trim(),
  publishAt: Number(typed.publishAt),
  topics: typed.topics
    .split(',')
    .map((topic) => topic.trim())
    .filter(Boolean),
})

/** Fields for the title, description and limit of a book. */
export function BookFields({ book = {} }: { book?: Partial<BookFormValues> }) {
  return (
    <>
      <TextField
        name="name"
        label="Name"
        maxCharacters={MAX_LENGTHS.NewBookBody.name}
        defaultValue={book.name}
        check={required('Enter a name.')}
      />
      <TextArea
        name="description"
        label="Description (optional)"
        hint="A few sentences for the library."
        rows={4}
        maxCharacters={MAX_LENGTHS.NewBookBody.description}
        defaultValue={book.description}
      />
      <TextField
        name="publishAt"
        label="Publish at"
        hint="Publishes automatically after this many new answers. Each member counts once per question."
        inputMode="numeric"
        defaultValue={book.publishAt ?? PUBLISH_AT}
        check={isCount}
      />
      <TextField
        name="topics"
        label="Topics (optional)"
        hint="Search terms, separated by commas."
        defaultValue={book.topics?.join(', ')}
      />
    </>
  )
}
