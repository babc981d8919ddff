import { useState } from 'react'
import { notify } from '../../lib/notify'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { CheckboxGroup, type Choice, RadioGroup } from '../../ui/ChoiceGroup'
import { EmptyState } from '../../ui/EmptyState'
import { BlankSheet } from '../../ui/illustrations/empty-states'
import { PasswordField } from '../../ui/PasswordField'
import { Progress } from '../../ui/Progress'
import { Select } from '../../ui/Select'
import { Skeleton } from '../../ui/Skeleton'
import { TextArea } from '../../ui/TextArea'
import { TextField } from '../../ui/TextField'
import { Section, Specimen } from './Specimen'

const TABLETS: Choice[] = ['Boox', 'reMarkable', 'Scribe', 'Supernote'].map((name) => ({
  value: name,
  label: name,
}))

const HANDS: Choice[] = [
  { value: 'left', label: 'Left' },
  { value: 'right', label: 'Right' },
]

export function Fields() {
  return (
    <Section
      title="Fields"
      rule="A label above, a hint under it, a problem below the field: once the field was left, never while it is first typed."
    >
      <Specimen name="TextField">
        <TextField name="g-name" label="Name" hint="As it stands in the book." />
      </Specimen>
      <Specimen name="TextField, wrong">
        <TextField
          name="g-email"
          label="Email"
          defaultValue="mara@"
          problem="Enter an address like name@example.org."
        />
      </Specimen>
      <Specimen name="TextField, disabled">
        <TextField name="g-uid" label="Username" defaultValue="mara" disabled />
      </Specimen>
      <Specimen name="PasswordField">
        <PasswordField
          name="g-password"
          label="Password"
          autoComplete="new-password"
          defaultValue="ink-and-paper"
        />
      </Specimen>
      <Specimen name="TextArea, counting">
        <TextArea
          name="g-answer"
          label="Your answer"
          maxCharacters={400}
          defaultValue="It was the blue cup, and nobody but her drank from it."
        />
      </Specimen>
      <Specimen name="TextArea, wrong">
        <TextArea
          name="g-empty"
          label="Your suggestion"
          placeholder="A book about …"
          problem="Please say which book you would like."
        />
      </Specimen>
      <Specimen name="Select">
        <Select
          name="g-referral"
          label="How did you hear about us?"
          prompt="Choose one, if you like"
          options={['Social Media', 'Search Engine', 'Word of Mouth']}
        />
      </Specimen>
      <Specimen name="Select, wrong and disabled">
        <div className="stack">
          <Select
            name="g-topic"
            label="Topic"
            prompt="Choose a topic"
            options={TABLETS}
            problem="Choose where it should stand."
          />
          <Select name="g-order" label="Order" options={['Newest first']} disabled />
        </div>
      </Specimen>
      <Specimen name="RadioGroup, and disabled">
        <div className="stack">
          <RadioGroup
            name="g-hand"
            label="Which hand do you write with?"
            choices={HANDS}
            defaultValue="left"
          />
          <RadioGroup name="g-off" label="Not now" choices={HANDS} defaultValue="left" disabled />
        </div>
      </Specimen>
      <Specimen name="CheckboxGroup">
        <CheckboxGroup
          name="g-tablets"
          label="Preferred tablets"
          choices={TABLETS}
          defaultValue="Boox,Scribe"
        />
      </Specimen>
    </Section>
  )
}

const LONG =
  'A message that is longer than it should be, with anextraordinarilylongwordthatdoesnotfitanywhere in it.'

export function Messages() {
  const [undone, setUndone] = useState(0)
  const deleted = () =>
    notify({
      message: 'Post deleted.',
      action: { label: 'Undo', run: () => setUndone((times) => times + 1) },
    })
  return (
    <Section
      title="Messages"
      rule="What must be read stands on the page as a banner. What has just been done is a toast: it may be missed."
    >
      <Specimen name="Banner">
        <div className="stack">
          <Banner>This book is still gathering entries.</Banner>
          <Banner tone="good">Your email was verified successfully</Banner>
        </div>
      </Specimen>
      <Specimen name="Banner, trouble">
        <div className="stack">
          <Banner tone="warn">Page 3 is faint. Two answers may be missing.</Banner>
          <Banner tone="error">{LONG}</Banner>
        </div>
      </Specimen>
      <Specimen name={`Toasts (undone ${undone} times)`}>
        <div className="row">
          <Button onClick={deleted}>With a way back</Button>
          <Button onClick={() => notify({ message: 'Settings saved.', tone: 'good' })}>Good</Button>
          <Button onClick={() => notify({ message: LONG, tone: 'error' })}>Long</Button>
        </div>
      </Specimen>
      <Specimen name="Progress: 40 %, and without an end">
        <div className="stack">
          <Progress label="Sending page.pdf" percent={40} />
          <Progress label="Reading your handwriting" />
        </div>
      </Specimen>
      <Specimen name="Skeleton of text">
        <Skeleton label="Loading the entries…" lines={4} />
      </Specimen>
      <Specimen name="Skeleton of a picture with two lines">
        <Skeleton label="Loading the post…" picture={{ width: 480, height: 200 }} lines={2} />
      </Specimen>
      <Specimen name="EmptyState" wide>
        <EmptyState
          drawing={<BlankSheet />}
          title="You have not submitted any entries"
          action={<Button variant="primary">Submit Entries</Button>}
        >
          <p>Your answers appear here, and in the book when it is bound.</p>
        </EmptyState>
      </Specimen>
    </Section>
  )
}
