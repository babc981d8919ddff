import { lazyPage } from './lazy-page'

/** Delay after the first render, in milliseconds. */
const PRELOAD_DELAY_MS = 1_500

/** Preloads the pages that readers usually open from the home page. */
export const preloadPages = () =>
  setTimeout(() => {
    for (const page of [SignInPage, LibraryPage, BeginPage]) page.preload()
  }, PRELOAD_DELAY_MS)

export const FeaturesPage = lazyPage(
  async () => (await import('./features/home/FeaturesPage')).FeaturesPage,
)
export const AboutPage = lazyPage(async () => (await import('./features/home/AboutPage')).AboutPage)
export const ContactPage = lazyPage(
  async () => (await import('./features/home/ContactPage')).ContactPage,
)
export const PrivacyPage = lazyPage(
  async () => (await import('./features/home/PrivacyPage')).PrivacyPage,
)
export const BeginPage = lazyPage(async () => (await import('./features/home/BeginPage')).BeginPage)
export const MyPagesPage = lazyPage(
  async () => (await import('./features/books/MyPagesPage')).MyPagesPage,
)
export const MailedAnswersPage = lazyPage(
  async () => (await import('./features/submissions/mailed/MailedAnswersPage')).MailedAnswersPage,
)
export const LibraryPage = lazyPage(
  async () => (await import('./features/library/LibraryPage')).LibraryPage,
)
export const SignInPage = lazyPage(
  async () => (await import('./features/accounts/SignInPage')).SignInPage,
)
export const TabletSignInPage = lazyPage(
  async () => (await import('./features/accounts/sign-in/TabletSignInPage')).TabletSignInPage,
)
export const TabletApprovalPage = lazyPage(
  async () => (await import('./features/accounts/sign-in/TabletApprovalPage')).TabletApprovalPage,
)
export const SignUpPage = lazyPage(
  async () => (await import('./features/accounts/SignUpPage')).SignUpPage,
)
export const GuestPage = lazyPage(
  async () => (await import('./features/accounts/guests/GuestPage')).GuestPage,
)
export const GuestBackPage = lazyPage(
  async () => (await import('./features/accounts/guests/GuestBackPage')).GuestBackPage,
)
export const GuestAccountPage = lazyPage(
  async () => (await import('./features/accounts/guests/GuestAccountPage')).GuestAccountPage,
)
export const SignUpProfilePage = lazyPage(
  async () => (await import('./features/accounts/SignUpProfilePage')).SignUpProfilePage,
)
export const ForgotPasswordPage = lazyPage(
  async () => (await import('./features/accounts/ForgotPasswordPage')).ForgotPasswordPage,
)
export const ResetPasswordPage = lazyPage(
  async () => (await import('./features/accounts/ResetPasswordPage')).ResetPasswordPage,
)
export const ConfirmEmailChangePage = lazyPage(
  async () => (await import('./features/accounts/ConfirmEmailChangePage')).ConfirmEmailChangePage,
)
export const UndoEmailChangePage = lazyPage(
  async () => (await import('./features/accounts/UndoEmailChangePage')).UndoEmailChangePage,
)
export const VerifyPage = lazyPage(
  async () => (await import('./features/accounts/VerifyPage')).VerifyPage,
)
export const TypePage = lazyPage(
  async () => (await import('./features/submissions/TypePage')).TypePage,
)
export const HandPage = lazyPage(
  async () => (await import('./features/submissions/HandPage')).HandPage,
)
export const HandOverPage = lazyPage(
  async () => (await import('./features/submissions/HandOverPage')).HandOverPage,
)
export const TextPage = lazyPage(
  async () => (await import('./features/submissions/TextPage')).TextPage,
)
export const PageSubmissionPage = lazyPage(
  async () => (await import('./features/submissions/PageSubmissionPage')).PageSubmissionPage,
)
export const HelpPage = lazyPage(async () => (await import('./features/help/HelpPage')).HelpPage)
export const FinishedPage = lazyPage(
  async () => (await import('./features/submissions/FinishedPage')).FinishedPage,
)
export const SettingsPage = lazyPage(
  async () => (await import('./features/accounts/SettingsPage')).SettingsPage,
)
export const ThreadsPage = lazyPage(
  async () => (await import('./features/threads/ThreadsPage')).ThreadsPage,
)
export const ThreadRoute = lazyPage(
  async () => (await import('./features/threads/ThreadRoute')).ThreadRoute,
)
export const ActivatePage = lazyPage(
  async () => (await import('./features/threads/ActivatePage')).ActivatePage,
)
export const SearchPage = lazyPage(
  async () => (await import('./features/search/SearchPage')).SearchPage,
)
export const EntriesPage = lazyPage(
  async () => (await import('./features/books/EntriesPage')).EntriesPage,
)
export const MemoPage = lazyPage(async () => (await import('./features/reader/MemoPage')).MemoPage)
export const ReaderPage = lazyPage(
  async () => (await import('./features/reader/ReaderPage')).ReaderPage,
)
export const AdminRoutes = lazyPage(async () => {
  // With their header: a page that is painted before it would move.
  const [pages] = await Promise.all([
    import('./features/admin/AdminRoutes'),
    import('./shell/AdminHeader'),
  ])
  return pages.AdminRoutes
})
export const PayoutPage = lazyPage(
  async () => (await import('./features/prize/PayoutPage')).PayoutPage,
)
export const CheckoutPage = lazyPage(
  async () => (await import('./features/prize/CheckoutPage')).CheckoutPage,
)
export const DrawsPage = lazyPage(
  async () => (await import('./features/prize/DrawsPage')).DrawsPage,
)
// The condition is constant in production builds, which drop the page with its import.
export const StyleGuidePage = import.meta.env.DEV
  ? lazyPage(async () => (await import('./features/styleguide/StyleGuidePage')).StyleGuidePage)
  : undefined
