import type { ReactNode } from 'react'
import { required } from '../../../ui/checks'
import { Form } from '../../../ui/Form'
import { PasswordField } from '../../../ui/PasswordField'
import { Submit } from '../../../ui/Submit'
import { CodeField } from './CodeField'
import type { Proof } from './queries'

interface ProofFormProps {
  email: string
  /** Words on the button. */
  action: string
  change: {
    mutate(proof: Proof & { code: string }): void
    error: Error | null
    isPending: boolean
  }
  children: ReactNode
}

/** The password and a code, for a change of a second step that is on. */
export function ProofForm({ email, action, change, children }: ProofFormProps) {
  return (
    <Form<'password' | 'code'>
      onSubmit={(proof) => change.mutate({ email, ...proof })}
      error={change.error}
      busy={change.isPending}
    >
      {children}
      <PasswordField
        name="password"
        label="Your password"
        autoComplete="current-password"
        check={required('Your password is needed.')}
      />
      <CodeField />
      <Submit>{action}</Submit>
    </Form>
  )
}
