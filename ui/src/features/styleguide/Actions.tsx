import { useState } from 'react'
import { paths } from '../../paths'
import { Button } from '../../ui/Button'
import { ButtonLink, DownloadLink, OutsideLink } from '../../ui/ButtonLink'
import { Section, Specimen } from './Specimen'

const LONG = 'Submit the questionnaire and everything else that was found on its four pages'

export function Actions() {
  const [busy, setBusy] = useState(false)
  const [liked, setLiked] = useState(true)
  const work = () => {
    setBusy(true)
    setTimeout(() => setBusy(false), 3000)
  }
  return (
    <Section
      title="Buttons"
      rule="One primary button in a view, for what most people came to do. Buttons act, links go; both may look alike."
    >
      <Specimen name="Button">
        <div className="row">
          <Button look="primary">Submit</Button>
          <Button>Remove</Button>
          <Button look="quiet">Cancel</Button>
          <Button look="danger">Delete my account</Button>
        </div>
      </Specimen>
      <Specimen name="Button, disabled">
        <div className="row">
          <Button look="primary" disabled>
            Submit
          </Button>
          <Button disabled>Remove</Button>
          <Button look="quiet" disabled>
            Cancel
          </Button>
        </div>
      </Specimen>
      <Specimen name="Button, busy: press to see">
        <div className="row">
          <Button look="primary" busy={busy} onClick={work}>
            {busy ? 'Submitting…' : 'Submit'}
          </Button>
          <Button busy>Sending…</Button>
        </div>
      </Specimen>
      <Specimen name="Button, pressed">
        <div className="row">
          <Button aria-pressed={liked} onClick={() => setLiked(!liked)}>
            {liked ? '14 likes' : '13 likes'}
          </Button>
          <Button aria-pressed="false">Love</Button>
        </div>
      </Specimen>
      <Specimen name="ButtonLink, DownloadLink, OutsideLink">
        <div className="row">
          <ButtonLink href={paths.library} look="primary">
            Library
          </ButtonLink>
          <DownloadLink href={paths.licences}>Download</DownloadLink>
          <OutsideLink href="https://example.org" look="quiet">
            Checkout
          </OutsideLink>
        </div>
      </Specimen>
      <Specimen name="Button, long words">
        <Button look="primary">{LONG}</Button>
      </Specimen>
    </Section>
  )
}
