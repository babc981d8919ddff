/**
 * Address that was typed on one of the pages on the way in. The next of them has it filled in, for as
 * long as this tab isn't reloaded.
 */
let typed = ''

export const typedEmail = () => typed

export function rememberEmail(email: string) {
  typed = email
}

/** Forgets the address once somebody has signed in with it. */
export const forgetEmail = () => rememberEmail('')
