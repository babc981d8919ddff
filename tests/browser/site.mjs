/** Every address of the site, by who may see it. */

/** For everybody. */
export const PUBLIC = [
  '/',
  '/home',
  '/features',
  '/about',
  '/contact',
  '/privacy',
  '/help',
  '/help/remarkable',
  '/help/supernote',
  '/help/boox',
  '/help/scribe',
  '/help/ipad',
  '/help/mobile',
  '/help/prizepeg',
  '/library',
  '/search',
  '/hand-over',
  '/thread',
  '/signin',
  '/signin/tablet',
  '/guest/3467-9ACD-EFGH',
  '/guest/back/unknown',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/undo-email',
  '/settings/email/verify',
  '/prizepeg/draws',
]

/** For members; others are sent to sign-in and come back. */
export const guarded = (bid) => [
  '/settings',
  '/my-pages',
  '/mailed-answers',
  '/activate/posts',
  '/payout',
  '/prizepeg/checkout',
  '/memo/m1',
  '/tablet/K7QD3M',
  `/book/${bid}/read`,
  `/book/${bid}/read/smell`,
  `/book/contributions/${bid}`,
  `/book/contribute/entry/${bid}`,
  `/book/contribute/post/hand/${bid}`,
  `/book/contribute/post/page/${bid}`,
  `/book/contribute/post/text/${bid}`,
]

/** Open to all, and of use to members. */
export const forMembers = (bid) => [
  '/begin',
  `/book/contribute/post/${bid}`,
  '/finished',
  '/finished/skip',
]

/** For admins, with a member; others are sent to sign-in. The last three lead nowhere. */
export const forAdmins = (bid, uid) => [
  '/admin',
  '/admin/memos',
  '/admin/books',
  `/admin/books/${bid}`,
  `/admin/books/${bid}/answers`,
  `/admin/books/${bid}/guests`,
  `/admin/${bid}`,
  `/admin/${bid}?qid=smell`,
  '/admin/suggestions',
  '/admin/applications',
  '/admin/invitations',
  '/admin/webhooks',
  '/admin/members',
  `/admin/members/${uid}`,
  '/admin/payouts',
  '/admin/plays',
  '/admin/reports',
  '/admin/topics',
  '/admin/mail',
  '/admin/backups',
  '/admin/settings',
  '/admin/audit',
  '/admin/b',
  '/admin/b/u',
  '/admin/b/u/q',
]

/** Addresses that lead elsewhere, and where. */
export const redirects = {
  '/import-klaviyo-profile': '/',
  '/fetch-klaviyo-profiles': '/',
  '/process': '/',
  '/check-username': '/signup',
  '/signup/profile': '/signin',
}
