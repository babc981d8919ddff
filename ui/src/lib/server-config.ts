/**
 * Who runs this place. The server writes it into the page's head from its settings, so that no page
 * waits for it; a page that no server of ours has written, as in development, has none of it, and
 * neither has a basic page, which is drawn when nobody has asked for it yet.
 */
const content = (name: string) =>
  import.meta.env.SSR
    ? undefined
    : document.querySelector<HTMLMetaElement>(`meta[name="inkfold:${name}"]`)?.content || undefined

export const serverConfig = {
  /** Where on its host this place stands: nothing at its top, else a path such as "/ink". */
  base: content('base') ?? '',
  name: content('name') ?? 'Inkfold',
  /** A mailbox for questions. */
  contact: content('contact'),
  /** A club room may have no way out for mail. Basic pages are drawn for any place, so they promise none. */
  sendsMail: !import.meta.env.SSR && content('mail') !== 'none',
  /** The largest file that the server takes, in MiB. */
  maxUploadMib: Number(content('max-upload') ?? 32),
  /** Where posts can be mailed to. */
  postHost: content('post-host'),
  /** Whose devices the community is powered by, and where to read about them. */
  partner: content('partner'),
  partnerUrl: content('partner-url'),
  /** Whether the prize game is played here. Basic pages are drawn for both kinds of place. */
  playsPrizePeg: import.meta.env.SSR
    ? import.meta.env.VITE_WITH_GAME === 'yes'
    : content('prize') === 'on',
  /** Another origin that the game is asked at. */
  prizeHost: content('prize-host'),
  /** Where the game's own terms can be read. */
  prizeTerms: content('prize-terms'),
  /** Whether the payment page may stand within ours. */
  framesCheckout: content('prize-checkout') === 'framed',
  /** What a winner gets, in words. */
  reward: content('reward') ?? 'a small reward',
}
