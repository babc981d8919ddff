/**
 * English texts of the shell. A translation is another object of this type. Texts of pages are
 * beside their elements.
 */
const english = {
  skip: 'Skip to content',
  loading: 'Loading…',
  pageDown: 'Page down',

  header: {
    logo: (name: string) => `${name}, home`,
    main: 'Main',
    quick: 'Quick',
    home: 'Home',
    threads: 'Threads',
    library: 'Library',
    write: 'Write',
    me: 'Me',
    help: 'Help',
    search: 'Search',
    myPages: 'My pages',
    settings: 'Settings',
    menu: 'Menu',
    display: 'Display',
    signIn: 'Sign in',
    signUp: 'Sign up',
    signOut: 'Sign out',
    /** For guests of a book. */
    yourBook: 'Your book',
    leaveDevice: 'Leave this device',
    admin: 'Admin',
    /** For keepers of books. */
    manageBooks: 'Manage books',
    /** For moderators. */
    reports: 'Reports',
    account: (username: string) => `${username}, settings`,
    own: (name: string) => `${name}, Settings`,
  },

  admin: {
    label: 'Admin pages',
    /** Label of the button that opens the places on a phone. */
    menu: (place: string) => `Admin: ${place}`,
    /** The same for keepers and moderators, who are no admins. */
    ofOthers: {
      label: 'Pages to manage',
      menu: (place: string) => `Manage: ${place}`,
    },
    waiting: (count: string) => `${count} open`,
    content: 'Content',
    people: 'People',
    server: 'Server',
    overview: 'Overview',
    members: 'Members',
    applications: 'Applications',
    invitations: 'Invitations',
    books: 'Books',
    memos: 'Memos',
    suggestions: 'Suggestions',
    reports: 'Reports',
    topics: 'Topics',
    payouts: 'Payouts',
    plays: 'Plays',
    mail: 'Mail',
    backups: 'Backups',
    webhooks: 'Webhooks',
    settings: 'Settings',
    audit: 'Audit log',
  },

  verifyEmail: {
    title: 'Verify your email to submit.',
    byMail: (email: string) => `We’ve sent a link to ${email}.`,
    byAdmin: 'This server doesn’t send email. Ask an admin to verify your address.',
    again: 'Send again',
    sent: 'The email is on its way.',
    failed: 'Send Verify failed',
  },

  application: {
    label: 'Your application',
    waiting: 'An admin has yet to accept you as a member. Until then you can read.',
    accepted: 'You have been accepted. Welcome!',
    dismiss: 'Dismiss',
  },

  footer: {
    label: 'About this site',
    poweredBy: (partner: string) => `Powered by ${partner}`,
    help: 'Help',
    about: 'About',
    privacy: 'Privacy',
    contact: 'Contact',
    licences: 'Licences',
    signIn: 'Sign In',
  },

  display: {
    title: 'Display',
    kept: 'Saved on this device only.',
    offer: 'Is this an e-ink screen? Pages can be black on white, larger, and still.',
    accept: 'Use paper display',
    decline: 'No, thanks',
  },

  away: {
    title: 'No connection',
    now: (seconds: number) => `Inkfold can’t be reached. Trying again in ${seconds} s.`,
    since: (time: string) => `What you see was last updated ${time}.`,
    retry: 'Try now',
  },

  insecureConnection: {
    title: 'This connection isn’t encrypted.',
    why: 'Others on the network can read your password and those of all members.',
    what: 'Use https:// if it’s already set up. Otherwise use a proxy with a certificate, or set up [tls] in the server’s settings. “inkfold doctor” says what’s missing.',
  },

  failed: {
    title: 'This page could not be shown',
    updated: 'Inkfold may have been updated since you opened it.',
    retry: 'Try again',
    reload: 'Reload the page',
  },

  notFound: {
    title: 'Page not found',
    words: 'There is nothing at this address.',
    why: 'The link may be old, or a letter may be missing.',
    onward: 'Go to the library',
  },

  leave: { title: 'Leave this page?', stay: 'Stay here', leave: 'Leave' },

  leaveDevice: {
    title: 'Leave this device?',
    what: 'Your answers stay. Your private link brings you back to them, here and on other devices.',
    link: 'Don’t have the link? Make a new one first.',
    again: 'Make a new private link',
    leave: 'Leave this device',
  },

  shortcuts: {
    title: 'Keyboard shortcuts',
    search: 'Search',
    home: 'Home',
    library: 'Library',
    threads: 'Threads',
    nextPost: 'Next post in a thread',
    previousPost: 'Previous post in a thread',
    like: 'Like the focused post',
    comment: 'Comment on the focused post',
    nextReport: 'Next report',
    previousReport: 'Previous report',
    hide: 'Hide the reported item',
    show: 'Keep it visible or unhide it',
    remove: 'Remove it, after a confirmation',
    help: 'Show this list',
    off: 'Shortcuts don’t work while you type. You can turn them off in Settings.',
  },
}

export type Words = typeof english

export const words: Words = english
