import { Link } from 'wouter'
import { serverConfig } from '../../lib/server-config'
import { type HelpPage, paths } from '../../paths'
import { DownloadLink } from '../../ui/ButtonLink'
import { PenOnSheet, SheetDown, SheetOnTablet, SheetUp } from '../../ui/illustrations/steps'
import { Steps } from '../../ui/Steps'
import styles from './HowItWorks.module.css'

/** Instructions of the handwriting page. */
export function HowItWorks({ bid }: { bid: string }) {
  return (
    <section className="stack" aria-labelledby="how-it-works">
      <h2 id="how-it-works">How It Works</h2>
      <Steps
        steps={[
          {
            drawing: <SheetDown />,
            title: 'Download the form',
            text: (
              <div className="stack">
                <p>A blank PDF, made to fit the screen of your tablet.</p>
                <p>
                  <DownloadLink href={paths.blankForm(bid)}>Download</DownloadLink>
                </p>
              </div>
            ),
          },
          {
            drawing: <SheetOnTablet />,
            title: 'Put it on your tablet',
            text: (
              <>
                <p>By cable, by mail or by its app, as with any PDF. Step by step:</p>
                <HelpLinks />
              </>
            ),
          },
          {
            drawing: <PenOnSheet />,
            title: 'Fill in page two',
            text: (
              <>
                <p>
                  Write inside the boxes with a dark pen. Leave a box empty to skip its question.
                  More questions follow on the pages after it.
                </p>
                {serverConfig.playsPrizePeg && (
                  <p>
                    If you like, mark one peg of the grid: it may win you {serverConfig.reward}.
                  </p>
                )}
              </>
            ),
          },
          {
            drawing: <SheetUp />,
            title: 'Submit',
            text: (
              <p>
                Export the form with your handwriting as PDF or PNG, and add it below. What is kept,
                and what is not, is on the <Link href={paths.privacy}>privacy page</Link>.
              </p>
            ),
          },
        ]}
      />
    </section>
  )
}

const PAGES: [HelpPage, string][] = [
  ['remarkable', 'reMarkable'],
  ['supernote', 'Supernote'],
  ['boox', 'Boox'],
  ['scribe', 'Kindle Scribe'],
  ['ipad', 'iPad'],
  ['mobile', 'Phone and paper'],
]

const GAME: [HelpPage, string] = ['prizepeg', 'PrizePeg']

/** Links to the guides for each device and for the game. */
function HelpLinks() {
  const pages = serverConfig.playsPrizePeg ? [...PAGES, GAME] : PAGES
  return (
    <ul className={styles.links}>
      {pages.map(([page, name]) => (
        <li key={page}>
          <Link href={paths.helpFor(page)}>{name}</Link>
        </li>
      ))}
    </ul>
  )
}
