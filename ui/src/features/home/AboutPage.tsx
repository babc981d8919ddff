import { Link } from 'wouter'
import { serverConfig } from '../../lib/server-config'
import { paths } from '../../paths'
import { ContactInfo } from '../../ui/ContactInfo'
import { HomeServer } from '../../ui/illustrations/HomeServer'
import { PenOnSheet } from '../../ui/illustrations/steps'
import { Article, Points, Section } from './Article'

export function AboutPage() {
  return (
    <Article
      title="About"
      lead="Inkfold is a place where people answer questions by hand, and where their answers become books."
      drawing={<HomeServer />}
    >
      <Section title="Why it is made this way" drawing={<PenOnSheet />}>
        <Points>
          <li>
            <strong>Handwriting says more than its words.</strong> Haste, patience, a line struck
            out: they stay, because handwriting is kept as a picture and never turned into type.
          </li>
          <li>
            <strong>E-ink is for reading and writing.</strong> These pages work in the browsers of
            e-readers, without motion and without noise, and a form is an ordinary PDF.
          </li>
          <li>
            <strong>Small communities know each other.</strong> To a reading circle, a school or a
            family, a book of twenty answers is worth more than an endless feed.
          </li>
          <li>
            <strong>No cloud.</strong> One program, one folder, on a computer in your community.
            Your browser talks to that computer only.
          </li>
        </Points>
      </Section>
      <Section title="Who runs this server">
        <WhoRunsIt />
      </Section>
      <Section title="Free software">
        <p>
          You may use, study, change and pass on Inkfold. Choose between the MIT licence and the
          Apache licence 2.0. Inkfold is built on the work of many others.{' '}
          <a href={paths.licences}>Their licences</a> are part of every copy.
        </p>
      </Section>
      <Section title="Fonts">
        <p>
          Titles are set in Literata, which was drawn for reading on screens. Everything else is in
          Atkinson Hyperlegible Next, whose letters and figures are hard to mistake for each other.
          Both are under the SIL Open Font License (OFL) and come from this server.
        </p>
      </Section>
    </Article>
  )
}

function WhoRunsIt() {
  const { name, partner, partnerUrl } = serverConfig
  return (
    <>
      <p>
        {name === 'Inkfold'
          ? 'This copy of Inkfold is run by the people who invited you to it, on their own computer. The makers of the program have no access to it.'
          : `This copy of Inkfold belongs to ${name}. It runs on their own computer, and the makers of the program have no access to it.`}
      </p>
      {partner && (
        <p>
          It is powered by the devices of <Partner name={partner} url={partnerUrl} />.
        </p>
      )}
      <ContactInfo />
      <p>
        <Link href={paths.contact}>What to include in your question</Link>
      </p>
    </>
  )
}

/** Name of the partner, as a link if its address is known. */
const Partner = ({ name, url }: { name: string; url: string | undefined }) =>
  url ? <a href={url}>{name}</a> : name
