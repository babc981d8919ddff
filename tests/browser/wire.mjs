/** The Wi-Fi between a browser and the server: it can be lost, and come back. */
import { connect, createServer } from 'node:net'

export class Wire {
  #server
  #pairs = new Set()
  #isCut = false
  url = ''

  /** @param {string} url of the server */
  static async to(url) {
    const wire = new Wire()
    const { hostname, port } = new URL(url)
    wire.#server = createServer((browser) => wire.#join(browser, connect(Number(port), hostname)))
    await new Promise((resolve) => wire.#server.listen(0, hostname, resolve))
    wire.url = `http://${hostname}:${wire.#server.address().port}`
    return wire
  }

  #join(browser, server) {
    const pair = { browser, server }
    this.#pairs.add(pair)
    const end = () => {
      browser.destroy()
      server.destroy()
      this.#pairs.delete(pair)
    }
    for (const socket of [browser, server]) socket.on('error', end).on('close', end)
    if (this.#isCut) return end()
    browser.pipe(server)
    server.pipe(browser)
  }

  cut() {
    this.#isCut = true
    for (const { browser } of this.#pairs) browser.destroy()
  }

  mend() {
    this.#isCut = false
  }

  close() {
    this.cut()
    this.#server.close()
  }
}
