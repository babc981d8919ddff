import { MAX_LENGTHS } from '../../api/limits'
import { serverConfig } from '../../lib/server-config'
import { Button } from '../../ui/Button'
import { required } from '../../ui/checks'
import { TextArea } from '../../ui/TextArea'

/** Field that a form for a new account has besides those of every account. */
export type Condition = 'none' | 'code' | 'application'

/** Reasons why a form for a new account can't be submitted yet. */
export const MISSING: Record<Condition, string> = {
  none: 'Fill in your name, email, username and both passwords.',
  code: 'Fill in your invitation code, name, email, username and both passwords.',
  application: 'Fill in your name, email, username and both passwords, and introduce yourself.',
}

/** Field that a newcomer needs, who came with a usable invitation or can type its code. */
export function conditionFor(isInvited: boolean, hasCard: boolean): Condition {
  if (isInvited || serverConfig.registration === 'open') return 'none'
  return serverConfig.registration === 'approved' && !hasCard ? 'application' : 'code'
}

interface CardChoiceProps {
  hasCard: boolean
  onChoose(hasCard: boolean): void
}

/** Button that switches between the words of an applicant and the code of an invitation. */
export const CardChoice = ({ hasCard, onChoose }: CardChoiceProps) => (
  <div>
    <Button onClick={() => onChoose(!hasCard)}>
      {hasCard ? 'I have no invitation' : 'I have an invitation'}
    </Button>
  </div>
)

interface ApplicationFieldProps {
  value: string
  onChange(words: string): void
}

/** Words of an applicant about themselves. The form holds them, because the field gives way to that of an invitation. */
export const ApplicationField = ({ value, onChange }: ApplicationFieldProps) => (
  <TextArea
    name="application"
    label="Introduce yourself in a sentence"
    hint="The people who look after this community read it."
    rows={3}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    maxCharacters={MAX_LENGTHS.NewAccount.application}
    check={required('Write a sentence about yourself.')}
  />
)
