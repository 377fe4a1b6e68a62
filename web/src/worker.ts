/// <reference lib="webworker" />

/**
 * Shows notifications, and caches the page's own files, so that it opens at once and can say so when the server does not answer. It never touches
 * the API. A newer worker waits until the last window has closed, so that no running table loses its files; the page
 * itself is always requested from the server first, so that the next load brings a newer page all the same.
 */

const worker = self as unknown as ServiceWorkerGlobalScope

/** The files of this build; vite.config.ts fills them in. */
declare const SHELL: string[]
const CACHE = `shell ${SHELL.join(' ')}`

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(['/', ...SHELL])))
})

async function moveIn(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
  await worker.clients.claim()
}

worker.addEventListener('activate', (event) => event.waitUntil(moveIn()))

/** What the server sends: `Push` in server/push/pushes.py. */
interface Push {
  title: string
  say: string
  code: string
  link: string // a whole address if the tunnel has another one since this device asked
}

worker.addEventListener('push', (event) => {
  const { title, say, code, link } = event.data?.json() as Push
  // A newer notification about a table takes the place of the older one, and makes itself heard again.
  const how = { body: say, tag: code, renotify: true, icon: '/icon-192.png', badge: '/icon-192.png', data: link }
  event.waitUntil(worker.registration.showNotification(title, how))
})

/** Opens the table, or goes to the window where it is open. */
async function show(link: string): Promise<void> {
  const { origin, pathname } = new URL(link, location.origin)
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = origin === location.origin && windows.find((one) => new URL(one.url).pathname === pathname)
  await (there ? there.focus() : worker.clients.openWindow(link))
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data as string))
})

/** A file is the same however it was packed on its way here. */
const cached = async (request: Request): Promise<Response> => (await caches.match(request, { ignoreVary: true })) ?? fetch(request)

async function page(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => null)
  if (answer && answer.status < 400) return answer
  return (await caches.match('/')) ?? answer ?? Response.error()
}

worker.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url)
  if (event.request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(cached(event.request))
  else if (event.request.mode === 'navigate' && /^\/($|t\/|new\/|learn\/|score|replay|history|circle)/.test(pathname)) event.respondWith(page(event.request))
})
