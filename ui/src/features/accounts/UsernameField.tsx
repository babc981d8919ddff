import { wordsOf } from '../../api/error'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/TextField'
import { checkUsername, USERNAME_INVALID } from './checks'
import styles from './UsernameField.module.css'
import type { Username, UsernameState } from './use-username'

const WRONG: Partial<Record<UsernameState, string>> = {
  taken: 'Username is already taken',
  invalid: USERNAME_INVALID,
  error: 'Error checking username',
}

interface UsernameFieldProps {
  username: Username
  /** For members, who have one. */
  defaultValue?: string
}

export function UsernameField({ username, defaultValue }: UsernameFieldProps) {
  const { state } = username
  return (
    <div>
      <TextField
        name="username"
        label="Username"
        hint="Others see it beside your pages. Not: @ . + / \ #"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={defaultValue}
        check={checkUsername}
        problem={state === 'later' ? wordsOf(username.error) : WRONG[state]}
        onChange={(event) => username.type(event.target.value)}
        button={
          <Button onClick={username.checkNow} busy={state === 'checking'}>
            Check
            <span className="visually-hidden"> availability</span>
          </Button>
        }
      />
      <p role="status" className={styles.available}>
        {state === 'available' && (
          <>
            <span aria-hidden="true">✓ </span>Username is available
          </>
        )}
      </p>
    </div>
  )
}
