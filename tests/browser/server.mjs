/** Starts the real executable on a free port, with a data folder of its own. */
import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const TARGET = fileURLToPath(new URL('../../target', import.meta.url))

/** The executable under test: the one that is named, else this tree's debug build. */
function executable() {
  if (process.env.TESTED_EXECUTABLE) return process.env.TESTED_EXECUTABLE
  const folders = existsSync(TARGET) ? readdirSync(TARGET) : []
  const built = folders.map((folder) => join(TARGET, folder, 'debug', 'inkfold')).find(existsSync)
  if (!built) throw new Error('No executable. Run `cargo build`, or name one in TESTED_EXECUTABLE.')
  return built
}

export class Server {
  #folder
  #process
  #environment
  url = ''
  /** Where it takes mail by SMTP, if it was told to. */
  smtp = ''

  /**
   * Makes an empty community and serves it.
   * @param {Record<string, string>} settings variables such as INKFOLD_COMMUNITY
   */
  static async start(settings = {}) {
    const server = new Server()
    server.#environment = {
      ...process.env,
      INKFOLD_ACCOUNTS__REGISTRATION: 'open',
      ...settings,
    }
    server.#folder = await mkdtemp(join(tmpdir(), 'inkfold-browser-'))
    await server.command('init')
    await server.#serve()
    return server
  }

  /**
   * Serves the sample community, whose members have the password `ink-and-paper`.
   * @param {Record<string, string>} settings
   */
  static async startSample(settings = {}) {
    const server = new Server()
    server.#environment = { ...process.env, ...settings }
    server.#folder = await mkdtemp(join(tmpdir(), 'inkfold-browser-'))
    await server.#serve('--demo')
    return server
  }

  async #serve(...args) {
    this.#process = spawn(
      executable(),
      ['--data-dir', this.#data, 'serve', '--listen', '127.0.0.1:0', ...args],
      { cwd: this.#folder, env: this.#environment, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    this.url = await new Promise((resolve, reject) => {
      this.#process.on('close', () => reject(new Error('The server ended before it listened.')))
      createInterface({ input: this.#process.stdout }).on('line', (line) => {
        const [, url] = line.match(/^listening on (http:\/\/\S+)/) ?? []
        const [, smtp] = line.match(/^receiving mail at ([\d.]+:\d+)/) ?? []
        if (smtp) this.smtp = smtp
        if (url) resolve(url)
      })
    })
  }

  get #data() {
    return join(this.#folder, 'data')
  }

  /** Runs a verb of the command line on this community; answers its JSON. */
  async command(...args) {
    const { stdout } = await promisify(execFile)(
      executable(),
      ['--data-dir', this.#data, '--json', '--yes', ...args],
      { cwd: this.#folder },
    )
    return stdout.trim() ? JSON.parse(stdout) : undefined
  }

  /**
   * Opens a book with prompts.
   * @param {{ name: string, description: string, prompts: Record<string, string> }} book
   * @returns {Promise<string>} its id
   */
  async addBook({ name, description, prompts }) {
    const { bid } = await this.command('book', 'add', '--name', name, '--description', description)
    const file = join(this.#folder, `${bid}.json`)
    const rows = Object.entries(prompts).map(([key, text]) => ({ key, description: text }))
    await writeFile(file, JSON.stringify(rows))
    await this.command('question', 'import', '--book', bid, file)
    return bid
  }

  /** A verified member, made by the operator. */
  async addMember({ email, username, name, password, admin = false }) {
    const args = ['user', 'add', '--email', email, '--username', username, '--name', name]
    if (admin) args.push('--admin')
    const child = spawn(
      executable(),
      ['--data-dir', this.#data, ...args, '--verified', '--password-stdin'],
      { cwd: this.#folder, stdio: ['pipe', 'ignore', 'inherit'] },
    )
    child.stdin.end(`${password}\n`)
    const code = await new Promise((resolve) => child.on('close', resolve))
    if (code !== 0) throw new Error(`user add ended with ${code}.`)
  }

  /** The first mail to an address that has some words, as it was written to the folder of mails. */
  async mailTo(address, words = '') {
    const folder = join(this.#data, 'mail')
    for (let tries = 0; tries < 100; tries += 1) {
      const names = existsSync(folder) ? await readdir(folder) : []
      for (const name of names.filter((each) => each.endsWith('.eml'))) {
        const mail = await readFile(join(folder, name), 'utf8')
        if (mail.includes(`To: ${address}`) && mail.includes(words)) return plainPart(mail)
      }
      await pause(100)
    }
    throw new Error(`No mail to ${address} within ten seconds.`)
  }

  async stop() {
    const ended = new Promise((resolve) => this.#process.on('close', resolve))
    this.#process.kill('SIGTERM')
    await ended
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** The headers and the plain text, which stands before the HTML. */
const plainPart = (mail) => mail.split('Content-Type: text/html')[0]
