import { useState } from 'react'
import { paths } from '../../paths'
import { Menu, MenuButton, MenuLink } from '../../ui/Menu'
import { Pager } from '../../ui/Pager'
import { Tabs } from '../../ui/Tabs'
import { Section, Specimen } from './Specimen'

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
          <Menu label="Mara" look="quiet">
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
