/** Topics with posts, made as their members would make them, only faster. */
import { Buffer } from 'node:buffer'
import { launch } from './browser.mjs'
import { ADA, MARA, openAs } from './community.mjs'
import { Server } from './server.mjs'

/** Posts as much as one may. */
export const OTTO = { ...MARA, name: 'Otto Holm', email: 'otto@example.org', username: 'otto' }

/**
 * A community of Mara, Ada and Otto. `threadOf` opens a topic with so many posts, the newest called "Page 1".
 *
 * @returns {Promise<{ server: Server, browser: import('playwright-core').Browser,
 *   threadOf: (count: number, author?: object) => Promise<{ topic: object, ids: string[], path: string }>,
 *   stop: () => Promise<void> }>}
 */
export async function threadCommunity() {
  const server = await Server.start()
  for (const member of [MARA, ADA, OTTO]) await server.addMember(member)
  const browser = await launch()
  const codes = Array.from('abcdefghjkmnpq', (letter) => `letters-${letter}`)
  const threadOf = async (count, author = MARA) => {
    const code = codes.shift()
    const topic = await addTopic(server, `Letters ${code.at(-1)}`, code)
    const { page, close } = await openAs(browser, server.url, author)
    const ids = []
    for (let n = count; n > 0; n -= 1) ids.unshift(await addPost(page, topic, { caption: `Page ${n}` }))
    await close()
    return { topic, ids, path: `/thread/${topic.code}` }
  }
  const stop = async () => {
    await browser.close()
    await server.stop()
  }
  return { server, browser, threadOf, stop }
}

export const cards = (page) => page.getByRole('article')

export const cardOf = (page, name) =>
  cards(page).filter({ has: page.getByRole('link', { name, exact: true }) })

/** Opens a topic; answers its id, name and code. */
export const addTopic = (server, name, code) =>
  server.command('topic', 'add', '--name', name, '--code', code)

/**
 * Posts as the one who is signed in on the page.
 * @returns {Promise<string>} the post's id
 */
export const addPost = (page, topic, { caption = '', alt = '', publish = true } = {}) =>
  page.evaluate(postPicture, { topic, caption, alt, publish })

/**
 * A PNG to be chosen in a form.
 * @param {{ noise?: boolean }} options with noise it has some megabytes
 */
export async function drawPage(page, { name = 'page.png', noise = false } = {}) {
  const bytes = await page.evaluate(drawPng, noise)
  return { name, mimeType: 'image/png', buffer: Buffer.from(bytes, 'base64') }
}

/** Runs in the page. */
async function drawPng(noise) {
  const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 1200 })
  const paper = canvas.getContext('2d')
  paper.fillStyle = 'white'
  paper.fillRect(0, 0, 900, 1200)
  paper.fillStyle = 'black'
  paper.fillRect(100, 100, 300, 20)
  if (noise) {
    const pixels = paper.getImageData(0, 0, 900, 1200)
    for (let at = 0; at < pixels.data.length; at += 4) {
      for (let colour = 0; colour < 3; colour += 1) pixels.data[at + colour] = Math.random() * 256
    }
    paper.putImageData(pixels, 0, 0)
  }
  return canvas.toDataURL('image/png').split(',')[1]
}

/** Runs in the page. */
async function postPicture({ topic, caption, alt, publish }) {
  const [, token] = document.cookie.match(/XSRF-TOKEN=([^;]+)/)
  const headers = { 'x-xsrf-token': token }
  const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 800 })
  const paper = canvas.getContext('2d')
  paper.fillStyle = 'white'
  paper.fillRect(0, 0, 600, 800)
  paper.fillStyle = 'black'
  paper.font = '48px serif'
  paper.fillText(caption || 'A page', 40, 120)
  const body = new FormData()
  body.append('image', await new Promise((done) => canvas.toBlob(done)), 'page.png')
  body.append('caption', caption)
  body.append('alt', alt)
  const uid = localStorage.getItem('uid')
  const address = `/api/upload/${uid}/${topic.id}/${topic.code}`
  const posted = await fetch(address, { method: 'POST', headers, body })
  const { id, error } = await posted.json()
  if (error) throw new Error(error)
  if (publish) await fetch(`/api/activate-post/${id}`, { method: 'PUT', headers })
  return id
}
