/** A reverse proxy that passes one path of its host on, as it is asked for, and notes who asks for anything else. */
import { createServer, request } from 'node:http'

export class PathProxy {
  #base
  #server
  #leadsTo
  url = ''
  /** Paths that were passed on, with their methods. */
  passed = []
  /** Paths of the host that lie elsewhere, with the cookies that came along. */
  outside = []

  /** @param {string} base such as "/ink" */
  static async start(base) {
    const proxy = new PathProxy()
    proxy.#base = base
    proxy.#server = createServer((asked, answer) => proxy.#take(asked, answer))
    await new Promise((done) => proxy.#server.listen(0, '127.0.0.1', done))
    proxy.url = `http://127.0.0.1:${proxy.#server.address().port}`
    return proxy
  }

  /** From now on requests go to the server at this address. */
  leadTo(url) {
    this.#leadsTo = new URL(url)
  }

  #take(asked, answer) {
    const { pathname } = new URL(asked.url, this.url)
    if (pathname !== this.#base && !pathname.startsWith(`${this.#base}/`)) {
      this.outside.push({ pathname, cookie: asked.headers.cookie })
      answer.writeHead(404).end('This is of another site.')
      return
    }
    this.passed.push(`${asked.method} ${pathname}`)
    const { hostname, port } = this.#leadsTo
    const { url: path, method, headers } = asked
    const passed = request({ hostname, port, path, method, headers }, (answered) => {
      answer.writeHead(answered.statusCode, answered.headers)
      // What is told as it happens begins with nothing.
      answer.flushHeaders()
      answered.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  }

  async stop() {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }
}
