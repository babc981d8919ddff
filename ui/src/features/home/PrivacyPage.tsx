import { Link } from 'wouter'
import { serverConfig } from '../../lib/server-config'
import { paths } from '../../paths'
import { ContactInfo } from '../../ui/ContactInfo'
import { Illustration } from '../../ui/illustrations/Illustration'
import { Article, Points, Section } from './Article'
import { COOKIES, ON_THE_SERVER, type RetentionRow, retentionRows, STORAGE } from './data-retention'
import styles from './PrivacyPage.module.css'

export function PrivacyPage() {
  return (
    <Article
      title="Privacy"
      lead="What is stored about you, what it’s used for, and how to delete it."
      drawing={<OpenDrawer />}
    >
      <Section title="In short">
        <p>
          {serverConfig.name} stores what you submit to make books and threads, on one computer that
          the community runs itself. There are no trackers, no advertising and no statistics about
          you, and these pages load nothing from other servers.
        </p>
      </Section>
      <Section title="What is collected">
        <Points>
          <li>
            <strong>Name and email.</strong> You type them when you sign up, with a username and a
            password.
          </li>
          <li>
            <strong>A name alone.</strong> Guests of a book type nothing else, and have no account.
          </li>
          <li>
            <strong>What you make.</strong> Answers, pages, posts, comments and likes, and the
            suggestions you send for new books.
          </li>
          <li>
            <strong>Technical information.</strong> With each request, your browser sends its IP
            address and its name. They are needed to answer, and to slow down password guessing.
            Inkfold doesn’t store them. A proxy in front of it may: ask the server’s operator.
          </li>
        </Points>
      </Section>
      <Section title="What it is used for">
        <p>
          To let you sign in, to read the handwriting in your forms, to make books and to show
          threads. Also to send you emails that verify your address, reset your password, bring you
          questions of a book, or say that it is published.{' '}
          {serverConfig.playsPrizePeg && 'To run the prize game. '} For nothing else.
        </p>
      </Section>
      <Section title="Who sees it">
        <Points>
          <li>
            Until a book is published, only you, the members who look after the book, and the admins
            can see your answers. Afterwards they are in the book, with your name. Anyone who can
            reach this site can download it.
          </li>
          <li>
            Anyone who can reach this site can see the posts you publish. They also see your name,
            the comments and the likes.
          </li>
          <li>Only the admins can see your email and profile. Nobody can see your password.</li>
          <li>Nothing is sold or passed on. Mails go through the mail server of the community.</li>
          {serverConfig.playsPrizePeg && (
            <li>
              The community may ask a fee for another try at the game. You pay it on the page of a
              payment service. Only if you go there does it learn your email and account number.
            </li>
          )}
        </Points>
      </Section>
      <Section title="Where it is kept, and how long" wide>
        <RetentionTable title="On the server" rows={retentionRows(ON_THE_SERVER)} />
        <RetentionTable title="Cookies in your browser" rows={COOKIES} code />
        <RetentionTable title="The storage of your browser" rows={retentionRows(STORAGE)} code />
      </Section>
      <Section title="Changing and deleting">
        <Points>
          <li>Name, username, email, password and profile: change them in the settings.</li>
          <li>
            An answer: withdraw it in your entries, and the next edition leaves it out; or answer
            again to replace it.
          </li>
          <li>A post or a comment: delete it on its page.</li>
          <li>
            A guest’s name and answers: remove them on the page of the book. Answers in a published
            book stay there.
          </li>
          <li>A copy of all that is kept about you: download it in the settings.</li>
          <li>
            The whole account: delete it in the settings. Answers that aren’t in a published book
            are deleted with it, at once. The others stay, by “a former member” in everything
            published from then on.
          </li>
          <li>
            Earlier versions of an answer: only you can see them, and they’re deleted with the
            account.
          </li>
          <li>
            Copies of a published book can’t be withdrawn, and neither can the names in them. The
            next edition leaves out what was removed.
          </li>
        </Points>
      </Section>
      <Section title="Questions">
        <ContactInfo />
        <p>
          <Link href={paths.contact}>What to include in your question</Link>
        </p>
      </Section>
    </Article>
  )
}

interface RetentionTableProps {
  title: string
  rows: RetentionRow[]
  /** Renders names as code, as browsers show them. */
  code?: boolean
}

/** Table of the data kept in one place. On narrow screens every row becomes a card. */
function RetentionTable({ title, rows, code = false }: RetentionTableProps) {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{title}</caption>
      <thead className={styles.head}>
        <tr>
          <th scope="col">What</th>
          <th scope="col">What for</th>
          <th scope="col">How long</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ what, why, until }) => (
          <tr key={what} className={styles.row}>
            <th scope="row">{code ? <code>{what}</code> : what}</th>
            <td>{why}</td>
            <td>{until}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A drawer with little in it, and the key on its own side. */
function OpenDrawer() {
  return (
    <Illustration width={240} height={180}>
      <path fill="var(--card)" d="M30 20H178V166H30Z" />
      <path d="M30 66H178M44 32H164V56H44ZM96 44h16" />
      <path fill="var(--card)" d="M70 96 76 66H140L148 96" />
      <path stroke="var(--line)" d="M86 82h38M84 90h28" />
      <path fill="var(--sunk)" d="M38 96H190V148H38Z" />
      <path fill="var(--card)" d="M22 96H174V156H22Z" />
      <path fill="var(--card)" d="M174 96 190 88V146L174 156Z" />
      <path d="M98 122a7 7 0 1 1-.1 0M98 130v10" />
      <path stroke="var(--seal)" d="M214 74a11 11 0 1 1-.1 0M214 96v42M214 138h10M214 126h7" />
    </Illustration>
  )
}
