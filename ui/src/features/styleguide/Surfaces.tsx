import { useState } from 'react'
import { Avatar } from '../../ui/Avatar'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Dialog } from '../../ui/Dialog'
import { DropZone } from '../../ui/DropZone'
import { SheetUp } from '../../ui/illustrations/steps'
import { Section, Specimen } from './Specimen'
import styles from './Surfaces.module.css'

export function Surfaces() {
  const [open, setOpen] = useState(false)
  const [files, setFiles] = useState<string[]>([])
  return (
    <Section
      title="Surfaces"
      rule="A card is a sheet: a thing of the community’s, such as a book, a page or a post. Its corner is folded, and nothing else’s is."
    >
      <Specimen name="Card" wide>
        <ul className="cards">
          <li>
            <Card>
              <div className="stack">
                <h4 className={styles.title}>The kitchen table</h4>
                <p className={styles.facts}>
                  <span className="meta">12 entries</span> <Badge good>Published</Badge>
                </p>
                <p>What was cooked there, and who sat where.</p>
                <div className="row">
                  <Button variant="primary">Contribute</Button>
                </div>
              </div>
            </Card>
          </li>
          <li>
            <Card>
              <div className="stack">
                <h4 className={styles.title}>
                  A name much too long for one line of a card, andwithoutspacesbesides
                </h4>
                <p className={styles.facts}>
                  <Badge>Unpublished</Badge>
                </p>
              </div>
            </Card>
          </li>
          <li>
            <Card>
              <p className={styles.person}>
                <Avatar name="Mara Lind" />
                <span>
                  <strong>Mara Lind</strong> <span className="meta">2 days ago</span>
                </span>
              </p>
              <p className={styles.person}>
                <Avatar name="Jo" />
                <strong>Jo</strong>
              </p>
              <p className={styles.person}>
                <Avatar name="" label="Somebody without a name" />
              </p>
            </Card>
          </li>
        </ul>
      </Specimen>
      <Specimen name="DropZone">
        <DropZone onFiles={(chosen) => setFiles(chosen.map(({ name }) => name))} multiple>
          <SheetUp />
          <strong>{files.join(', ') || 'Choose your PDF or PNG'}</strong>
          <span className="meta">You can also drop it anywhere on this page, or paste it.</span>
        </DropZone>
      </Specimen>
      <Specimen name="DropZone, disabled">
        <DropZone onFiles={() => undefined} disabled>
          <SheetUp />
          <strong>Choose your PDF or PNG</strong>
          <span className="meta">once the last one is read</span>
        </DropZone>
      </Specimen>
      <Specimen name="Dialog">
        <Button onClick={() => setOpen(true)}>Open a dialog</Button>
        {open && (
          <Dialog title="Leave this page?" onClose={() => setOpen(false)}>
            <div className="stack">
              <p>Your form is still being read. Leaving cancels it.</p>
              <div className="row">
                <Button variant="primary" onClick={() => setOpen(false)}>
                  Stay here
                </Button>
                <Button onClick={() => setOpen(false)}>Leave</Button>
              </div>
            </div>
          </Dialog>
        )}
      </Specimen>
    </Section>
  )
}
