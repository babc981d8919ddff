import { Link } from 'wouter'
import { paths } from '../../paths'
import { BookSpread, FilledForm, ReadAnswers, Tablets } from '../../ui/illustrations/journey'
import styles from './FromPageToBook.module.css'

const STAGES = [
  {
    drawing: <FilledForm />,
    title: 'A form with a few questions',
    text: 'You write in the boxes, as much or as little as you like. An empty box skips its question.',
  },
  {
    drawing: <ReadAnswers />,
    title: 'Your answers, one by one',
    text: 'Inkfold finds your ink on the page and cuts each answer out. You look at them before you submit.',
  },
  {
    drawing: <BookSpread />,
    title: 'A page among others',
    text: 'With enough answers the book is typeset: a chapter for each question, a name under each hand.',
  },
]

/** Second half of the home page: the steps from page to book, and the supported tablets. */
export function FromPageToBook() {
  return (
    <>
      <section className={styles.section}>
        <h2>From a page to a book</h2>
        <ol className={styles.stages}>
          {STAGES.map(({ drawing, title, text }) => (
            <li key={title} className={styles.stage}>
              <div className={styles.drawing}>{drawing}</div>
              <h3 className={styles.title}>{title}</h3>
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={styles.devices}>
        <Tablets />
        <div className="stack">
          <h2>What you can write on</h2>
          <p className={styles.text}>
            Anything that opens a PDF, takes a pen and can export the page: reMarkable, Supernote,
            Boox, Kindle Scribe, iPad. You can also print the form, fill it in on paper and bring it
            in as a picture.
          </p>
          <p>
            <Link href={paths.help}>Step-by-step help for your tablet</Link>
          </p>
        </div>
      </section>
    </>
  )
}
