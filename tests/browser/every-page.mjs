/** A community with something at every address, and the screens on which it is looked at. */
import { launch } from './browser.mjs'
import { ADA, KITCHEN, MARA, openAs } from './community.mjs'
import { Server } from './server.mjs'
import { addPost, addTopic } from './threads.mjs'

export const DESKTOP = { width: 1280, height: 900 }
export const TABLET = { width: 820, height: 1180 }
export const PHONE = { width: 390, height: 844 }
export const PAPER = { display: 'paper' }

/**
 * A book with prompts, a member with an answer in it, an admin, and a thread with a post and one that waits.
 *
 * @returns {Promise<{ server: Server, browser: import('playwright-core').Browser, bid: string, uid: string, shown: string[],
 *   stop: () => Promise<void> }>} `uid` is the member's, `shown` are the addresses of the thread and of its post
 */
export async function everyPage() {
  const server = await Server.start({ INKFOLD_PRIZE__ENABLED: 'true' })
  const bid = await server.addBook(KITCHEN)
  await server.addMember(MARA)
  await server.addMember({ ...ADA, admin: true })
  const browser = await launch()
  const topic = await addTopic(server, 'Letters home', 'letters')
  const { page, close } = await openAs(browser, server.url, MARA)
  const shown = ['/thread/letters', `/posts/${await addPost(page, topic, { caption: 'Rain' })}`]
  await addPost(page, topic, { publish: false })
  const uid = await page.evaluate(writeAnswer, bid)
  await close()
  const stop = async () => {
    await browser.close()
    await server.stop()
  }
  return { server, browser, bid, uid, shown, stop }
}

/** Runs in the page: a typed answer of the member who is signed in. Answers their id. */
async function writeAnswer(bid) {
  const [, token] = document.cookie.match(/XSRF-TOKEN=([^;]+)/)
  const uid = localStorage.getItem('uid')
  const body = { bid, uid, qid: 'smell', question: 'smell', post: 'Of bread, and of wet coats.' }
  const reply = await fetch('/api/memo/text/publish', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-xsrf-token': token },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(await reply.text())
  return uid
}
