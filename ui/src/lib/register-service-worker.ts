import { withBasePath } from './base'
import { logOnly } from './log'

/** On https the shell opens without its server; plain http, as in a club room, has no service workers. */
export function registerServiceWorker() {
  if (window.location.protocol !== 'https:' || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.register(withBasePath('/service-worker.js')).catch(logOnly)
}
