import { type ComponentType, lazy } from 'react'

/** A page that is fetched when it is first shown. */
function later<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }))
}

export const FeaturesPage = later(
  async () => (await import('./features/home/FeaturesPage')).FeaturesPage,
)
export const AboutPage = later(async () => (await import('./features/home/AboutPage')).AboutPage)
export const ContactPage = later(
  async () => (await import('./features/home/ContactPage')).ContactPage,
)
export const PrivacyPage = later(
  async () => (await import('./features/home/PrivacyPage')).PrivacyPage,
)
export const SignUpPage = later(
  async () => (await import('./features/accounts/SignUpPage')).SignUpPage,
)
export const SignUpProfilePage = later(
  async () => (await import('./features/accounts/SignUpProfilePage')).SignUpProfilePage,
)
export const ForgotPasswordPage = later(
  async () => (await import('./features/accounts/ForgotPasswordPage')).ForgotPasswordPage,
)
export const ResetPasswordPage = later(
  async () => (await import('./features/accounts/ResetPasswordPage')).ResetPasswordPage,
)
export const NewEmailPage = later(
  async () => (await import('./features/accounts/ConfirmEmailChangePage')).ConfirmEmailChangePage,
)
export const KeepEmailPage = later(
  async () => (await import('./features/accounts/UndoEmailChangePage')).UndoEmailChangePage,
)
export const VerifyPage = later(
  async () => (await import('./features/accounts/VerifyPage')).VerifyPage,
)
export const TypePage = later(
  async () => (await import('./features/submissions/TypePage')).TypePage,
)
export const HandPage = later(
  async () => (await import('./features/submissions/HandPage')).HandPage,
)
export const HandOverPage = later(
  async () => (await import('./features/submissions/HandOverPage')).HandOverPage,
)
export const TextPage = later(
  async () => (await import('./features/submissions/TextPage')).TextPage,
)
export const FullPagePage = later(
  async () => (await import('./features/submissions/PageSubmissionPage')).PageSubmissionPage,
)
export const HelpPage = later(async () => (await import('./features/help/HelpPage')).HelpPage)
export const FinishedPage = later(
  async () => (await import('./features/submissions/FinishedPage')).FinishedPage,
)
export const SettingsPage = later(
  async () => (await import('./features/accounts/SettingsPage')).SettingsPage,
)
export const ThreadsPage = later(
  async () => (await import('./features/threads/ThreadsPage')).ThreadsPage,
)
export const PostPlace = later(
  async () => (await import('./features/threads/ThreadRoute')).ThreadRoute,
)
export const ActivatePage = later(
  async () => (await import('./features/threads/ActivatePage')).ActivatePage,
)
export const SearchPage = later(
  async () => (await import('./features/search/SearchPage')).SearchPage,
)
export const EntriesPage = later(
  async () => (await import('./features/books/EntriesPage')).EntriesPage,
)
export const MemoPage = later(async () => (await import('./features/reader/MemoPage')).MemoPage)
export const ReaderPage = later(
  async () => (await import('./features/reader/ReaderPage')).ReaderPage,
)
export const AdminOverviewPage = later(
  async () => (await import('./features/admin/overview/OverviewPage')).OverviewPage,
)
export const AdminAllMemosPage = later(
  async () => (await import('./features/admin/memos/AllMemosPage')).AllMemosPage,
)
export const AdminMemosPage = later(
  async () => (await import('./features/admin/memos/MemosPage')).MemosPage,
)
export const AdminBooksPage = later(
  async () => (await import('./features/admin/books/BooksPage')).BooksPage,
)
export const AdminBookPage = later(
  async () => (await import('./features/admin/books/BookPage')).BookPage,
)
export const AdminSuggestionsPage = later(
  async () => (await import('./features/admin/suggestions/SuggestionsPage')).SuggestionsPage,
)
export const AdminMailPage = later(
  async () => (await import('./features/admin/mail/MailPage')).MailPage,
)
export const AdminPlaysPage = later(
  async () => (await import('./features/admin/plays/PlaysPage')).PlaysPage,
)
export const AdminMemberPage = later(
  async () => (await import('./features/admin/members/MemberPage')).MemberPage,
)
export const AdminMembersPage = later(
  async () => (await import('./features/admin/members/MembersPage')).MembersPage,
)
export const AdminPayoutsPage = later(
  async () => (await import('./features/admin/payouts/PayoutsPage')).PayoutsPage,
)
export const AdminReportsPage = later(
  async () => (await import('./features/admin/reports/ReportsPage')).ReportsPage,
)
export const AdminTopicsPage = later(
  async () => (await import('./features/admin/topics/TopicsPage')).TopicsPage,
)
export const AdminBackupsPage = later(
  async () => (await import('./features/admin/backups/BackupsPage')).BackupsPage,
)
export const AdminSettingsPage = later(
  async () => (await import('./features/admin/settings/AdminSettingsPage')).AdminSettingsPage,
)
export const AdminAuditPage = later(
  async () => (await import('./features/admin/audit/AuditPage')).AuditPage,
)
export const PayoutPage = later(
  async () => (await import('./features/prize/PayoutPage')).PayoutPage,
)
export const CheckoutPage = later(
  async () => (await import('./features/prize/CheckoutPage')).CheckoutPage,
)
export const DrawsPage = later(async () => (await import('./features/prize/DrawsPage')).DrawsPage)
// Production builds know the condition, and drop the page with its import.
export const StyleGuidePage = import.meta.env.DEV
  ? later(async () => (await import('./features/styleguide/StyleGuidePage')).StyleGuidePage)
  : undefined
