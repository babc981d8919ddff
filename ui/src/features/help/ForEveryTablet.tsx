import { Link } from 'wouter'
import { paths } from '../../paths'
import styles from './ForEveryTablet.module.css'

/** What the server may say of a file, shortened, and the way out. The order is from often to rarely. */
const REFUSALS = [
  {
    said: 'Blank, or your handwriting is not in the file',
    todo: 'Export once more; the page of your tablet says how. Then look at the file on a phone.',
  },
  {
    said: 'No questionnaire in this file',
    todo: 'Send whole pages, with the square codes in their corners, as they came.',
  },
  {
    said: 'Another book’s questionnaire',
    todo: 'Open that book here and upload the file there.',
  },
  {
    said: 'Locked, damaged, or too many pages',
    todo: 'Export only the form’s pages, as PDF or PNG, and without a password.',
  },
]

/** What helps whatever one writes on. */
export function ForEveryTablet() {
  return (
    <section aria-labelledby="for-all">
      <h2 id="for-all">On every device</h2>
      <div className={styles.topics}>
        <div className={styles.topic}>
          <h3>Is the ink in the file?</h3>
          <p>
            Most tablets keep handwriting beside a PDF, not in it. So, before you upload: open the
            exported file on a phone. If you can read your answers there, so can we. If the boxes
            are empty, export it again.
          </p>
        </div>
        <div className={styles.topic}>
          <h3>Printing and scanning</h3>
          <p>
            A form is an ordinary PDF. Print it at actual size on A4 or Letter, write with a dark
            pen, and take a photo or scan it into one PDF, with all corner marks in sight.{' '}
            <Link href={paths.helpFor('mobile')}>Phone and paper, step by step</Link>
          </p>
        </div>
        <div className={styles.topic}>
          <h3>A tablet that cannot upload</h3>
          <p>
            Open the book on the tablet and press <strong>Send it from a phone</strong>. It shows a
            QR code and six letters; with them a phone sends the file, or a photo, and your answers
            appear on the tablet. Nobody signs in on the phone.
          </p>
        </div>
        <div className={styles.topic}>
          <h3>Still stuck?</h3>
          <p>
            <Link href={paths.contact}>Ask the people who run this place</Link>. Say which tablet
            you write on and what the page said; with the exported file they can see what we saw.
          </p>
        </div>
      </div>
      <div className={`${styles.topic} ${styles.refused}`}>
        <h3>When a form is refused</h3>
        <dl className={styles.refusals}>
          {REFUSALS.map(({ said, todo }) => (
            <div key={said}>
              <dt className={styles.said}>{said}</dt>
              <dd className={styles.todo}>{todo}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
