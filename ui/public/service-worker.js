/*
 * Caches the shell of the interface, so that pages open while the server is unreachable.
 * Browsers run it for https only. Nothing of a member is cached.
 */
const KEPT = 'inkfold'
// Base path of the site.
const SHELL = new URL('./', self.location.href).pathname
const BUILT = `${SHELL}assets/`

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.add(SHELL)))
  self.skipWaiting()
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(openPage(request))
  // Built files carry a hash of their content: what is kept stays right.
  else if (isBuilt(pathname)) event.respondWith(openFile(request))
})

const isBuilt = (path) => path.startsWith(BUILT) && !path.slice(BUILT.length).includes('/')

async function openPage(request) {
  try {
    const page = await fetch(request)
    if (page.ok && new URL(request.url).pathname === SHELL) await keep(SHELL, page.clone())
    return page
  } catch (error) {
    const kept = await caches.match(SHELL)
    if (kept) return kept
    throw error
  }
}

async function openFile(request) {
  const kept = await caches.match(request)
  if (kept) return kept
  const file = await fetch(request)
  if (file.ok) await keep(request, file.clone())
  return file
}

async function keep(request, response) {
  const cache = await caches.open(KEPT)
  await cache.put(request, response)
}
