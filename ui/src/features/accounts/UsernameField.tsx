import { MAX_LENGTHS } from '../../api/limits'
import { errorMessage } from '../../lib/api-error'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/TextField'
import { checkUsername, USERNAME_INVALID } from './checks'
import styles from './UsernameField.module.css'
import type { Username } from './use-username'

/** Problem with the username. Reserved and long names are explained by the server. */
function problemOf({ state, error }: Username): string | undefined {
  switch (state) {
    case 'taken':
      return 'Username is already taken'
    case 'invalid':
      return errorMessage(error, USERNAME_INVALID)
    case 'later':
      return errorMessage(error)
    case 'error':
      return 'Error checking username'
    case 'unchecked':
    case 'checking':
    case 'available':
      return undefined
  }
}

interface UsernameFieldProps {
  username: Username
  /** Current username of a member. */
  defaultValue?: string
}

export function UsernameField({ username, defaultValue }: UsernameFieldProps) {
  const { state } = username
  return (
    <div>
      <TextField
        name="username"
        label="Username"
        hint="Others see it next to your pages. Letters, numbers, - and _."
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxCharacters={MAX_LENGTHS.UsernameUpdate.username}
        defaultValue={defaultValue}
        check={checkUsername}
        problem={problemOf(username)}
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
