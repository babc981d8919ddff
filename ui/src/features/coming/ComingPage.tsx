import type { ReactNode } from 'react'
import { paths } from '../../paths'
import { ButtonLink } from '../../ui/ButtonLink'
import { ComingLater } from '../../ui/ComingLater'
import { EmptyShelf } from '../../ui/drawings/EmptyShelf'

interface Place {
  title: string
  drawing: ReactNode
  words: string
  action: [label: string, href: string]
}

const PLACES = {
  admin: {
    title: 'Admin',
    drawing: <EmptyShelf />,
    words:
      'Members, reports and topics are looked after here; books are still run from the command line. On the server, inkfold help shows how.',
    action: ['Look after members', paths.adminMembers],
  },
} satisfies Record<string, Place>

/** The places whose features are still being built. */
export function ComingPage({ place }: { place: keyof typeof PLACES }) {
  const { title, drawing, words, action }: Place = PLACES[place]
  const [label, href] = action
  return (
    <ComingLater
      title={title}
      drawing={drawing}
      words={words}
      action={<ButtonLink href={href}>{label}</ButtonLink>}
    />
  )
}
