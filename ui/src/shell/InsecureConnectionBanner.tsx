import { words } from '../locales/en'
import { Banner } from '../ui/Banner'
import { cx } from '../ui/cx'
import styles from './Shell.module.css'

/** Warning for admins that their connection isn't encrypted. */
export function InsecureConnectionBanner() {
  if (!isInsecureOrigin(window.location)) return null
  return (
    <div className={cx(styles.insecureConnection, 'screen-only')}>
      <Banner tone="warn">
        <p>
          <strong>{words.insecureConnection.title}</strong> {words.insecureConnection.why}
        </p>
        <p>{words.insecureConnection.what}</p>
      </Banner>
    </div>
  )
}

/** Top-level names for local networks, the same as in the server's `doctor` command. */
const LOCAL = [
  'local',
  'localhost',
  'lan',
  'home',
  'home.arpa',
  'internal',
  'intranet',
  'localdomain',
  'test',
]

const IN_DIGITS = /^[\d.]+$/
const OF_A_NETWORK = /^(10|127|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./
const OF_A_NETWORK_6 = /^\[(::1\]|f[cd]|fe[89ab])/

/** Whether a host is this machine or in the local network. */
function isLocal(hostname: string): boolean {
  if (hostname.startsWith('[')) return OF_A_NETWORK_6.test(hostname)
  if (IN_DIGITS.test(hostname)) return OF_A_NETWORK.test(hostname)
  const isBelow = (last: string) => hostname === last || hostname.endsWith(`.${last}`)
  return !hostname.includes('.') || LOCAL.some(isBelow)
}

/** Whether passwords are sent unencrypted over the internet. */
export const isInsecureOrigin = ({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>) =>
  protocol === 'http:' && !isLocal(hostname)
