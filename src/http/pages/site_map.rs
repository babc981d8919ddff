//! Pages of the interface, as the server must know them: their paths, titles and descriptions.
//!
//! The interface's `routes.tsx` draws them: a check in `ui/checks` verifies that none is missing here, and a browser test that the
//! titles are equal.

use std::collections::BTreeSet;

use super::assets;

/// Page, or kind of page.
pub(super) struct Page {
    /// Path pattern; segments in braces match any text.
    pub pattern: &'static str,
    pub title: &'static str,
    /// Description of a public page; `None` keeps other pages from search engines.
    pub description: Option<&'static str>,
    /// Lazily loaded components of the interface that draw the page, outermost first.
    components: &'static [&'static str],
}

const fn public(pattern: &'static str, title: &'static str, description: &'static str) -> Page {
    Page { pattern, title, description: Some(description), components: &[] }
}

const fn private(pattern: &'static str, title: &'static str) -> Page {
    Page { pattern, title, description: None, components: &[] }
}

const HOME: &str = "Write by hand. Be read by people.";
const HOME_WORDS: &str =
    "Take a page, fill it on your tablet, and fold it into a book made by many hands.";

const PAGES: &[Page] = &[
    public("/", HOME, HOME_WORDS),
    public("/home", HOME, HOME_WORDS),
    public(
        "/features",
        "How it works",
        "How a handwritten page on a tablet becomes part of a book made by many hands.",
    )
    .drawn_by(&["FeaturesPage"]),
    public("/about", "About", "What Inkfold is, who runs this server, and why it exists.")
        .drawn_by(&["AboutPage"]),
    public("/contact", "Contact", "Where to ask, and what to send when a page could not be read.")
        .drawn_by(&["ContactPage"]),
    public(
        "/privacy",
        "Privacy",
        "What is collected here, what it is used for, with whom it is shared, and how to take it back.",
    )
    .drawn_by(&["PrivacyPage"]),
    public("/help", "Help", "How to get a form onto your tablet, write on it, and hand it in.")
        .drawn_by(&["HelpPage"]),
    public(
        "/help/remarkable",
        "Help for reMarkable",
        "Put a form on a reMarkable, write on it, and export it with your handwriting.",
    )
    .drawn_by(&["HelpPage"]),
    public(
        "/help/supernote",
        "Help for Supernote",
        "Put a form on a Supernote, write on it, and export it with your handwriting.",
    )
    .drawn_by(&["HelpPage"]),
    public(
        "/help/boox",
        "Help for Boox",
        "Put a form on a Boox, write on it, and export it with your handwriting.",
    )
    .drawn_by(&["HelpPage"]),
    public(
        "/help/scribe",
        "Help for Kindle Scribe",
        "Send a form to a Kindle Scribe, write on it, and get it back with your handwriting.",
    )
    .drawn_by(&["HelpPage"]),
    public(
        "/help/ipad",
        "Help for iPad",
        "Open a form on an iPad, write on it with the Pencil, and hand it in.",
    )
    .drawn_by(&["HelpPage"]),
    public(
        "/help/mobile",
        "Help for phone and paper",
        "Print a form, write on real paper, and hand it in with your phone.",
    )
    .drawn_by(&["HelpPage"]),
    public(
        "/help/prizepeg",
        "The prize game",
        "How to mark a peg on a form, what can be won, and how everybody can check a draw.",
    )
    .drawn_by(&["HelpPage"]),
    public(
        "/prizepeg/draws",
        "Check the draws",
        "The draws of the prize game, day by day, for everybody to compute again.",
    )
    .drawn_by(&["DrawsPage"]),
    public("/library", "Explore Our Library", "Books that gather answers by many hands.")
        .drawn_by(&["LibraryPage"]),
    public("/thread", "Thread Topics", "Pictures of handwritten pages, and talk about them.")
        .drawn_by(&["ThreadsPage"]),
    public(
        "/thread/{code}",
        "Thread Topics",
        "Pictures of handwritten pages, and talk about them.",
    )
    .drawn_by(&["ThreadRoute"]),
    public("/signin", "Sign in", "Join in, and share your thoughts and experiences.")
        .drawn_by(&["SignInPage"]),
    public("/signup", "Sign up", "Become a member: it is free, and your pages stay yours.")
        .drawn_by(&["SignUpPage"]),
    private("/signin/tablet", "Sign in with a phone").drawn_by(&["TabletSignInPage"]),
    private("/tablet/{code}", "Sign a tablet in").drawn_by(&["TabletApprovalPage"]),
    private("/posts/{id}", "Post").drawn_by(&["ThreadRoute"]),
    private("/activate/posts", "Pending posts").drawn_by(&["ActivatePage"]),
    private("/begin", "Where would you like to begin?").drawn_by(&["BeginPage"]),
    private("/my-pages", "My pages").drawn_by(&["MyPagesPage"]),
    private("/guest/{code}", "Answer as a guest").drawn_by(&["GuestPage"]),
    private("/guest/back/{secret}", "Welcome back").drawn_by(&["GuestBackPage"]),
    private("/guest-account", "Create an account").drawn_by(&["GuestAccountPage"]),
    private("/mailed-answers", "Answers by mail").drawn_by(&["MailedAnswersPage"]),
    private("/search", "Search").drawn_by(&["SearchPage"]),
    private("/signup/profile", "Your profile").drawn_by(&["SignUpProfilePage"]),
    private("/verify", "Verify your email").drawn_by(&["VerifyPage"]),
    private("/forgot-password", "Reset my Password").drawn_by(&["ForgotPasswordPage"]),
    private("/reset-password", "Choose a new password").drawn_by(&["ResetPasswordPage"]),
    private("/undo-email", "Keep your email address").drawn_by(&["UndoEmailChangePage"]),
    private("/settings", "Settings").drawn_by(&["SettingsPage"]),
    private("/settings/email/verify", "Verify your email").drawn_by(&["ConfirmEmailChangePage"]),
    private("/check-username", "Check a username").drawn_by(&["SignUpPage"]),
    private("/book/contributions/{bid}", "Contributions").drawn_by(&["EntriesPage"]),
    private("/book/contribute/entry/{bid}", "Your entries").drawn_by(&["EntriesPage"]),
    private("/book/contribute/post/{type}", "How would you like to contribute?")
        .drawn_by(&["TypePage"]),
    private("/book/contribute/post/{type}/{bid}", "Contribute"),
    private("/book/{bid}/read", "Read the book").drawn_by(&["ReaderPage"]),
    private("/book/{bid}/read/{qid}", "Read the book").drawn_by(&["ReaderPage"]),
    private("/members", "Contribute").drawn_by(&["HandPage"]),
    private("/hand-over", "Send a form to a tablet").drawn_by(&["HandOverPage"]),
    private("/hand-over/{code}", "Send a form to a tablet").drawn_by(&["HandOverPage"]),
    private("/memo/{id}", "Memo").drawn_by(&["MemoPage"]),
    private("/admin", "Admin").drawn_by(&["AdminRoutes", "OverviewPage"]),
    private("/admin/members", "Members").drawn_by(&["AdminRoutes", "MembersPage"]),
    private("/admin/members/{uid}", "Member").drawn_by(&["AdminRoutes", "MemberPage"]),
    private("/admin/books", "Books").drawn_by(&["AdminRoutes", "BooksPage"]),
    private("/admin/books/{bid}", "Book").drawn_by(&["AdminRoutes", "BookPage"]),
    private("/admin/books/{bid}/guests", "Guests").drawn_by(&["AdminRoutes", "GuestsPage"]),
    private("/admin/books/{bid}/answers", "Who has answered")
        .drawn_by(&["AdminRoutes", "AnswersPage"]),
    private("/admin/suggestions", "Suggestions").drawn_by(&["AdminRoutes", "SuggestionsPage"]),
    private("/admin/payouts", "Payouts").drawn_by(&["AdminRoutes", "PayoutsPage"]),
    private("/admin/plays", "Plays").drawn_by(&["AdminRoutes", "PlaysPage"]),
    private("/admin/reports", "Reports").drawn_by(&["AdminRoutes", "ReportsPage"]),
    private("/admin/topics", "Topics").drawn_by(&["AdminRoutes", "TopicsPage"]),
    private("/admin/mail", "Mail").drawn_by(&["AdminRoutes", "MailPage"]),
    private("/admin/backups", "Backups").drawn_by(&["AdminRoutes", "BackupsPage"]),
    private("/admin/settings", "Server settings").drawn_by(&["AdminRoutes", "AdminSettingsPage"]),
    private("/admin/audit", "Audit log").drawn_by(&["AdminRoutes", "AuditPage"]),
    private("/admin/applications", "Applications").drawn_by(&["AdminRoutes", "ApplicationsPage"]),
    private("/admin/invitations", "Invitations").drawn_by(&["AdminRoutes", "InvitationsPage"]),
    private("/admin/webhooks", "Webhooks").drawn_by(&["AdminRoutes", "WebhooksPage"]),
    private("/admin/webhooks/{id}", "Webhook").drawn_by(&["AdminRoutes", "WebhookPage"]),
    private("/admin/{bid}", "Memos").drawn_by(&["AdminRoutes", "MemosPage"]),
    private("/admin/{bid}/{uid}", "Memos").drawn_by(&["AdminRoutes", "MemosPage"]),
    private("/admin/{bid}/{uid}/{qid}", "Memos").drawn_by(&["AdminRoutes", "MemosPage"]),
    private("/prizepeg/checkout", "Checkout").drawn_by(&["CheckoutPage"]),
    private("/finished", "Thank you").drawn_by(&["FinishedPage"]),
    private("/finished/{skip}", "Thank you").drawn_by(&["FinishedPage"]),
    private("/payout", "Congratulations, You’re a Winner!").drawn_by(&["PayoutPage"]),
    private("/import-klaviyo-profile", HOME),
    private("/fetch-klaviyo-profiles", HOME),
    private("/process", HOME),
];

/// Finds the page at a path. A slash at the end is ignored.
pub(super) fn find(path: &str) -> Option<&'static Page> {
    PAGES.iter().find(|page| page.stands_at(path))
}

/// Finds the page at a path of a community that plays the prize game, or does not.
pub(super) fn find_where(plays: bool, path: &str) -> Option<&'static Page> {
    find(path).filter(|page| plays || !GAME.contains(&page.pattern))
}

/// Patterns of the pages that exist only with the prize game.
const GAME: [&str; 6] = [
    "/help/prizepeg",
    "/prizepeg/draws",
    "/prizepeg/checkout",
    "/payout",
    "/admin/payouts",
    "/admin/plays",
];

impl Page {
    /// The page, drawn by these components.
    const fn drawn_by(self, components: &'static [&'static str]) -> Self {
        Self { components, ..self }
    }

    /// Scripts that the page needs besides the first ones.
    pub(super) fn scripts(&self) -> Vec<&'static str> {
        let scripts = self.components.iter().flat_map(|component| assets::page_scripts(component));
        let distinct: BTreeSet<&str> = scripts.map(String::as_str).collect();
        distinct.into_iter().collect()
    }

    fn stands_at(&self, path: &str) -> bool {
        let asked = path.trim_matches('/').split('/');
        let own = self.pattern.trim_matches('/').split('/');
        asked.clone().count() == own.clone().count()
            && asked
                .zip(own)
                .all(|(asked, own)| own == asked || own.starts_with('{') && !asked.is_empty())
    }

    /// Canonical path, for pages with several.
    pub(super) fn canonical<'a>(&self, path: &'a str) -> &'a str {
        if self.pattern == "/home" { "/" } else { path }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn site_map_finds_pages_by_path() {
        let title = |path| find(path).map(|page| page.title);
        assert_eq!(title("/"), Some(HOME));
        assert_eq!(title("/library/"), Some("Explore Our Library"));
        assert_eq!(title("/book/contribute/post/hand/x"), Some("Contribute"));
        assert_eq!(title("/book/contribute/entry/"), None);
        assert_eq!(title("/nowhere"), None);
        assert_eq!(title("/library/x"), None);
    }
}
