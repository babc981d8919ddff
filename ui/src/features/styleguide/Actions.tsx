import { useState } from 'react'
import { paths } from '../../paths'
import { Button } from '../../ui/Button'
import { ButtonLink, DownloadLink, OutsideLink } from '../../ui/ButtonLink'
import { Menu, MenuButton, MenuLink } from '../../ui/Menu'
import { Pager } from '../../ui/Pager'
import { Tabs } from '../../ui/Tabs'
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
          <Button variant="primary">Submit</Button>
          <Button>Remove</Button>
          <Button variant="quiet">Cancel</Button>
          <Button variant="danger">Delete my account</Button>
        </div>
      </Specimen>
      <Specimen name="Button, disabled">
        <div className="row">
          <Button variant="primary" disabled>
            Submit
          </Button>
          <Button disabled>Remove</Button>
          <Button variant="quiet" disabled>
            Cancel
          </Button>
        </div>
      </Specimen>
      <Specimen name="Button, busy: press to see">
        <div className="row">
          <Button variant="primary" busy={busy} onClick={work}>
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
          <ButtonLink href={paths.library} variant="primary">
            Library
          </ButtonLink>
          <DownloadLink href={paths.licences}>Download</DownloadLink>
          <OutsideLink href="https://example.org" variant="quiet">
            Checkout
          </OutsideLink>
        </div>
      </Specimen>
      <Specimen name="Button, long words">
        <Button variant="primary">{LONG}</Button>
      </Specimen>
    </Section>
  )
}

export function Navigation() {
  const [page, setPage] = useState(2)
  return (
    <Section
      title="Ways"
      rule="Tabs are links, a menu is a list of links and buttons: everything can be reached with Tab, opened in a new window, and read out as what it is."
    >
      <Specimen name="Tabs, with counts" wide>
        <Tabs
          label="Ways to contribute"
          tabs={[
            { label: 'Handwritten', href: '?a', count: 12, counted: 'submitted', current: true },
            { label: 'Page', href: '?b', count: 0, counted: 'submitted', current: false },
            { label: 'Text', href: '?c', current: false },
          ]}
        />
      </Specimen>
      <Specimen name="Menu">
        <div className="row">
          <Menu label="Menu">
            <MenuLink href={paths.library} aria-current="page">
              Library
            </MenuLink>
            <MenuLink href={paths.threads}>Threads</MenuLink>
            <MenuButton disabled>Not for you</MenuButton>
            <MenuButton>Sign out</MenuButton>
          </Menu>
          <Menu label="Mara" variant="quiet">
            <MenuLink href={paths.settings}>Settings</MenuLink>
          </Menu>
        </div>
      </Specimen>
      <Specimen name="Menu, at the right edge">
        <Menu label="More about this post" end>
          <MenuLink href={paths.help}>Everything that can be said about it in one line</MenuLink>
          <MenuButton>Delete</MenuButton>
        </Menu>
      </Specimen>
      <Specimen name="Pager, with the keys of an e-reader">
        <Pager label="Pages of a thread" page={page} pages={4} onPage={setPage} keys />
      </Specimen>
      <Specimen name="Pager, first page, links">
        <Pager
          page={1}
          pages={14}
          href={(each) => `?page=${each}`}
          previous="Previous 3"
          next="Next 3"
        />
      </Specimen>
    </Section>
  )
}
