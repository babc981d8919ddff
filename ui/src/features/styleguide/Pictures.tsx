import { Card } from '../../ui/Card'
import { Picture } from '../../ui/Picture'
import { Section, Specimen } from './Specimen'

const WRITING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 240" width="480" height="240"><g fill="none" stroke="#1c1a17" stroke-width="3" stroke-linecap="round">${[60, 110, 160].map((top) => `<path d="M40 ${top}q16-28 32 0t32 0 32 0 32 0 32 0 32 0 32 0 32 0 32 0 32 0 32 0 32 0"/>`).join('')}</g></svg>`

export function Pictures() {
  return (
    <Section
      title="Pictures"
      rule="Paper stays white in every theme. The room is kept before a picture comes, and has words in it when it does not."
    >
      <Specimen name="Picture">
        <Card>
          <Picture
            src={`data:image/svg+xml,${encodeURIComponent(WRITING)}`}
            alt="Three lines of handwriting"
            width={480}
            height={240}
          />
        </Card>
      </Specimen>
      <Specimen name="Picture that fails">
        <Card>
          <Picture src="data:image/png,nothing" alt="A letter to no one" width={480} height={240} />
        </Card>
      </Specimen>
    </Section>
  )
}
