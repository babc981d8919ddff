import { Link } from 'wouter'
import { MAX_LENGTHS } from '../../api/limits'
import { serverConfig } from '../../lib/server-config'
import { useSession } from '../../lib/session'
import { paths } from '../../paths'
import { ButtonLink } from '../../ui/ButtonLink'
import { HomeServer } from '../../ui/illustrations/HomeServer'
import { ReadAnswers, Tablets } from '../../ui/illustrations/journey'
import { PegGrid } from '../../ui/illustrations/PegGrid'
import {
  BoundBook,
  Conversation,
  PenOnSheet,
  SheetDown,
  SheetUp,
} from '../../ui/illustrations/steps'
import { TabletToBook } from '../../ui/illustrations/TabletToBook'
import { ThreeSheets } from '../../ui/illustrations/ThreeSheets'
import { type Step, Steps } from '../../ui/Steps'
import { Article, Points, Section } from './Article'
import styles from './FeaturesPage.module.css'

const STEPS: Step[] = [
  {
    drawing: <SheetDown />,
    title: 'Take a page',
    text: 'Every book in the library asks a few questions. Download its form, a PDF for your tablet.',
  },
  {
    drawing: <PenOnSheet />,
    title: 'Write by hand',
    text: 'Answer inside the boxes, in your own writing and in any language.',
  },
  {
    drawing: <SheetUp />,
    title: 'Send it in',
    text: 'Export the page and upload it. You see what was read before you submit it.',
  },
  {
    drawing: <BoundBook />,
    title: 'Read the book',
    text: 'When there are enough answers, they become a book that you can download.',
  },
]

export function FeaturesPage() {
  const session = useSession()
  return (
    <Article
      title="How it works"
      lead="Inkfold gathers handwritten answers from its members and makes books of them."
      drawing={<TabletToBook />}
    >
      <div className={styles.steps}>
        <Steps steps={STEPS} />
        <div className="row">
          {session || serverConfig.registration === 'closed' ? (
            <ButtonLink href={paths.library} variant="primary">
              Open the library
            </ButtonLink>
          ) : (
            <ButtonLink href={paths.signUp} variant="primary">
              Get Started
            </ButtonLink>
          )}
        </div>
      </div>
      <Details />
    </Article>
  )
}

function Details() {
  return (
    <>
      <Section title="Three ways to answer" drawing={<ThreeSheets />}>
        <p>A book takes all three, and you may mix them.</p>
        <Points>
          <li>
            <strong>Handwriting.</strong> You fill in the form of a book. Each box becomes one
            answer, a picture of your own hand. Nothing is turned into type.
          </li>
          <li>
            <strong>A full page.</strong> A whole PDF page or a PNG for one question: room for a
            drawing, a map, a sheet of music.
          </li>
          <li>
            <strong>Typed text.</strong> Up to {MAX_LENGTHS.TextSubmission.post} characters, for
            those who have no pen at hand or can’t use one.
          </li>
        </Points>
      </Section>
      <Section title="What happens to your answers" drawing={<ReadAnswers />}>
        <p>
          The server finds the boxes you wrote in, cuts them out, and shows them to you. If you
          don’t submit them, they’re deleted. If you do, each one is kept as your answer to its
          question. Answer again, and the new answer replaces it.
        </p>
        <p>
          Once a book has enough answers, it is published. It has a cover, a table of contents and a
          chapter for every question. Your name is under your answer.{' '}
          {serverConfig.sendsMail && 'Everyone who wrote in it gets an email. '}
          Later answers go into the next edition.
        </p>
      </Section>
      <Section title="Your tablet" drawing={<Tablets />}>
        <p>
          reMarkable, Supernote, Boox, Kindle Scribe and iPad all work, and so does a printed form
          that you scan or photograph. There is nothing to install. This site works on e-ink too:
          choose the paper display under “Display”.
        </p>
        <p>
          <Link href={paths.help}>Help for each tablet</Link>
        </p>
      </Section>
      <Section title="Threads" drawing={<Conversation />}>
        <p>
          Besides books there are threads: pictures around a topic. Post a page as PNG, look at it
          once more, then publish it. Others can like it, comment on it and share its address. You
          can delete it at any time.
        </p>
      </Section>
      {serverConfig.playsPrizePeg && <Game />}
      <Section title="A place of your own" drawing={<HomeServer />}>
        <p>
          A club, a family or a class can run Inkfold for itself. It is one program for a small
          server or a Raspberry Pi, and needs no internet. Everything it stores is in one folder. It
          is free software.
        </p>
        <p>
          <Link href={paths.about}>About Inkfold and this server</Link>
        </p>
      </Section>
    </>
  )
}

function Game() {
  return (
    <Section title="A game, if you like" drawing={<PegGrid />}>
      <p>
        A form has a small grid of pegs. Mark one, and you may win {serverConfig.reward}. Nobody has
        to play: a form can always be submitted without the game.
      </p>
      <p>
        <Link href={paths.helpFor('prizepeg')}>How the game is played</Link>
      </p>
    </Section>
  )
}
