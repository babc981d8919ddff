/**
 * Configuration of this community. The server writes it into the head of the page. Missing in development, where
 * vite serves the page, and in basic pages, which are built for any community.
 */

const content = (name: string) =>
  import.meta.env.SSR
    ? undefined
    : document.querySelector<HTMLMetaElement>(`meta[name="inkfold:${name}"]`)?.content || undefined

export const serverConfig = {
  /** Base path such as "/ink"; empty at the root of the host. */
  base: content('base') ?? '',
  name: content('name') ?? 'Inkfold',
  /** Email address for questions. */
  contact: content('contact'),
  /** Whether mail is sent. False for basic pages, which are the same with and without mail. */
  sendsMail: !import.meta.env.SSR && content('mail') !== 'none',
  /** Origin at which passkeys work; undefined where browsers would refuse them. */
  passkeyOrigin: content('passkey-origin'),
  /** Conditions of creating an account. */
  registration: (content('registration') ?? 'open') as 'open' | 'invited' | 'approved' | 'closed',
  /** Maximum size of an upload, in MiB. */
  maxUploadMib: Number(content('max-upload') ?? 32),
  /** Whether visitors may read the first chapter of a published book. */
  firstChapterIsPublic: content('first-chapter') === 'public',
  /** Host of addresses for posts. */
  postHost: content('post-host'),
  /** Company that provides the devices, and the address of its site. */
  partner: content('partner'),
  partnerUrl: content('partner-url'),
  /** Whether the prize game is played. Basic pages are built for both cases. */
  playsPrizePeg: import.meta.env.SSR
    ? import.meta.env.VITE_WITH_GAME === 'yes'
    : content('prize') === 'on',
  /** Origin of the game's calls if it differs. */
  prizeHost: content('prize-host'),
  /** Address of the game's terms. */
  prizeTerms: content('prize-terms'),
  /** Whether the payment page may be embedded. */
  framesCheckout: content('prize-checkout') === 'framed',
  /** Description of the reward. */
  reward: content('reward') ?? 'a small reward',
}
