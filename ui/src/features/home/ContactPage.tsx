import { Link } from 'wouter'
import { paths } from '../../paths'
import { ContactInfo } from '../../ui/ContactInfo'
import { Handwriting, Illustration, Seal } from '../../ui/illustrations/Illustration'
import { SheetUp } from '../../ui/illustrations/steps'
import { Article, Points, Section } from './Article'

export function ContactPage() {
  return (
    <Article
      title="Contact"
      lead="A person reads your question, and a person answers."
      drawing={<OpenLetter />}
    >
      <Section title="Who to ask">
        <ContactInfo />
      </Section>
      <Section title="When a page wasn’t read" drawing={<SheetUp />}>
        <p>To get an answer quickly, tell us:</p>
        <Points>
          <li>the PDF or PNG that your tablet exported, as an attachment;</li>
          <li>which tablet it was, and how you exported from it;</li>
          <li>which book the form was for;</li>
          <li>what you expected, and what the page said instead.</li>
        </Points>
        <p>
          The reason is often a setting of the export. <Link href={paths.help}>The help pages</Link>{' '}
          show it for each tablet.
        </p>
      </Section>
      <Section title="To have something removed">
        <p>
          Say what should be removed: an answer, a post or your account. By mail, write from the
          address that you signed up with. <Link href={paths.privacy}>What is kept about you</Link>{' '}
          is listed on a page of its own.
        </p>
      </Section>
    </Article>
  )
}

/** A letter on its way out of its envelope, with a page of handwriting in it. */
function OpenLetter() {
  return (
    <Illustration width={260} height={190}>
      <path fill="var(--sunk)" d="M30 84 130 24 230 84V172H30Z" />
      <path fill="var(--card)" d="M62 14H182L198 30V140H62Z" />
      <path fill="var(--sunk)" d="M182 14V30H198Z" />
      <Handwriting left={78} top={48} leading={24} rows={['lun gel', 'muer de']} />
      <path fill="var(--card)" d="M30 84 130 140 230 84V172H30Z" />
      <path d="m30 172 70-49M230 172l-70-49" />
      <Seal x={130} y={138} size={0.7} />
    </Illustration>
  )
}
