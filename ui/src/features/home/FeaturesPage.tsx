import { paths } from '../../paths'
import { ButtonLink } from '../../ui/ButtonLink'
import { BoundBook, PenOnSheet, SheetDown } from '../../ui/drawings/steps'
import { Page } from '../../ui/Page'
import { type Step, Steps } from '../../ui/Steps'

const STEPS: Step[] = [
  {
    drawing: <SheetDown />,
    title: 'Take a page',
    text: 'Every book in the library asks a few questions. Download its form, a PDF for your tablet.',
  },
  {
    drawing: <PenOnSheet />,
    title: 'Write by hand',
    text: 'Answer in your own writing, on reMarkable, Supernote, Boox, Kindle Scribe or iPad, and upload the page.',
  },
  {
    drawing: <BoundBook />,
    title: 'Read the book',
    text: 'When enough pages have come together they are set and bound into a book that everyone can download.',
  },
]

export function FeaturesPage() {
  return (
    <Page
      title="How it works"
      lead="Inkfold gathers handwritten answers from its members and makes books of them."
    >
      <div className="stack">
        <Steps steps={STEPS} />
        <div className="row">
          <ButtonLink href={paths.signUp} look="primary">
            Get Started
          </ButtonLink>
        </div>
      </div>
    </Page>
  )
}
