/*
 * Caches the shell of the interface, so that pages open while the server is unreachable.
 * Browsers run it for https only. Nothing of a member is cached.
 */
const CACHE = 'inkfold'
// Base path of the site.
const SHELL = new URL('./', self.location.href).pathname
const BUILT = `${SHELL}assets/`
// Names of the built files of this release, which the build fills in: every release has a worker of its own.
const FILES = new Set([])

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(SHELL)))
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteOldFiles(), self.clients.claim()]))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(openPage(request))
  // Built files carry a hash of their content: a cached one is never outdated.
  else if (isBuilt(pathname)) event.respondWith(openFile(request))
})

const isBuilt = (path) => path.startsWith(BUILT) && !path.slice(BUILT.length).includes('/')

/** Deletes the built files of other releases from the cache. */
async function deleteOldFiles() {
  const cache = await caches.open(CACHE)
  const old = (await cache.keys()).filter(({ url }) => {
    const { pathname } = new URL(url)
    return isBuilt(pathname) && !FILES.has(pathname.slice(BUILT.length))
  })
  await Promise.all(old.map((request) => cache.delete(request)))
}

async function openPage(request) {
  try {
    const page = await fetch(request)
    if (page.ok && new URL(request.url).pathname === SHELL) await store(SHELL, page.clone())
    return page
  } catch (error) {
    const cached = await caches.match(SHELL)
    if (cached) return cached
    throw error
  }
}

async function openFile(request) {
  const cached = await caches.match(request)
  if (cached) return cached
  const file = await fetch(request)
  if (file.ok) await store(request, file.clone())
  return file
}

async function store(request, response) {
  const cache = await caches.open(CACHE)
  await cache.put(request, response)
}
