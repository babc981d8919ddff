/** State of the connection, updated by every call. */

import { createStore } from './create-store'

let lastAnswer = Date.now()
const isAway = createStore(false)

export function markOnline() {
  lastAnswer = Date.now()
  isAway.set(false)
}

export const markOffline = () => isAway.set(true)

export const lastResponseAt = () => new Date(lastAnswer)

export const useIsOffline = () => isAway.use()
