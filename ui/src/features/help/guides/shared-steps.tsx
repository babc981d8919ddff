import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { usePlaysPrizePeg } from '../../../lib/session'
import { paths } from '../../../paths'
import type { GuideStep } from './guide'

/** Source of the form. */
export const DOWNLOAD = (
  <>
    Open your book here and press <strong>Download</strong>: that is the blank form.
  </>
)

/** Instructions for filling in the boxes, after the form has been opened. */
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

/** Note about the pegs. Renders nothing without the game, and for guests. */
function Pegs() {
  if (!usePlaysPrizePeg()) return null
  return (
    <>
      {' '}
      The grid of pegs is <Link href={paths.helpFor('prizepeg')}>a game</Link>, and up to you.
    </>
  )
}

interface Uploading {
  /** Text before the upload if the file is on another device. */
  before?: ReactNode
  /** Location of the file in the file chooser. */
  where?: ReactNode
}

/** Last step of all guides; only the location of the file differs. */
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
