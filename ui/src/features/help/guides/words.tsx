import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { serverConfig } from '../../../lib/server-config'
import { paths } from '../../../paths'
import type { GuideStep } from './guide'

/** What every device has in common, said once. */

/** Where the form comes from. */
export const DOWNLOAD = (
  <>
    Open your book here and press <strong>Download</strong>: that is the blank form.
  </>
)

/** How the boxes are filled, after the form has been opened. */
export const WRITING = [
  <>
    Turn to <strong>page two</strong>. Page one only explains.
  </>,
  <>
    Write inside the boxes, in black or another dark colour. Leave a box empty to skip its question.
  </>,
  <>
    Keep the square codes and the corner marks clear.
    <Pegs />
  </>,
] as const

/** Where there is no game, a form has no pegs. */
function Pegs() {
  if (!serverConfig.playsPrizePeg) return null
  return (
    <>
      {' '}
      The grid of pegs is <Link href={paths.helpFor('prizepeg')}>a game</Link>, and up to you.
    </>
  )
}

interface Uploading {
  /** What comes first, where the file is not yet on the device that uploads it. */
  before?: ReactNode
  /** Where the file is found when one is asked for it. */
  where?: ReactNode
}

/** The last step everywhere: only the way to the file differs. */
export const uploading = ({ before, where }: Uploading = {}): GuideStep => ({
  title: 'Upload it here',
  actions: [
    before,
    <>
      On the page where you took the form, press <strong>Choose your PDF or PNG</strong> and pick
      the file.
    </>,
    where,
    <>Look at the answers that were found, then submit.</>,
  ].filter(Boolean),
})
