import { withBasePath } from './base'
import { logOnly } from './log'

/** Registers the service worker, which opens the shell without a connection. Only available on https. */
export function registerServiceWorker() {
  if (window.location.protocol !== 'https:' || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.register(withBasePath('/service-worker.js')).catch(logOnly)
}
