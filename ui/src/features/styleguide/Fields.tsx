import { CheckboxGroup, type Choice, RadioGroup } from '../../ui/ChoiceGroup'
import { PasswordField } from '../../ui/PasswordField'
import { Select } from '../../ui/Select'
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
          maxLength={400}
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
