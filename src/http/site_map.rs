//! Pages of the interface, as the server must know them: their paths, titles and descriptions.
//!
//! The interface's `routes.tsx` draws them: a check in `ui/checks` verifies that none is missing here, and a browser test that the
//! titles are equal.

/// Page, or kind of page.
pub(super) struct Page {
    /// Path pattern; segments in braces match any text.
    pattern: &'static str,
    pub title: &'static str,
    /// Description of a public page; `None` keeps other pages from search engines.
    pub description: Option<&'static str>,
}

const fn public(pattern: &'static str, title: &'static str, description: &'static str) -> Page {
    Page { pattern, title, description: Some(description) }
}

const fn private(pattern: &'static str, title: &'static str) -> Page {
    Page { pattern, title, description: None }
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
    ),
    public("/about", "About", "What Inkfold is, who runs it here, and why it exists."),
    public("/contact", "Contact", "Where to ask, and what to send when a page could not be read."),
    public(
        "/privacy",
        "Privacy",
        "What is collected here, what it is used for, with whom it is shared, and how to take it back.",
    ),
    public("/help", "Help", "How to get a form onto your tablet, write on it, and hand it in."),
    public(
        "/help/remarkable",
        "Help for reMarkable",
        "Put a form on a reMarkable, write on it, and export it with your handwriting.",
    ),
    public(
        "/help/supernote",
        "Help for Supernote",
        "Put a form on a Supernote, write on it, and export it with your handwriting.",
    ),
    public(
        "/help/boox",
        "Help for Boox",
        "Put a form on a Boox, write on it, and export it with your handwriting.",
    ),
    public(
        "/help/scribe",
        "Help for Kindle Scribe",
        "Send a form to a Kindle Scribe, write on it, and get it back with your handwriting.",
    ),
    public(
        "/help/ipad",
        "Help for iPad",
        "Open a form on an iPad, write on it with the Pencil, and hand it in.",
    ),
    public(
        "/help/mobile",
        "Help for phone and paper",
        "Print a form, write on real paper, and hand it in with your phone.",
    ),
    public(
        "/help/prizepeg",
        "The prize game",
        "How to mark a peg on a form, what can be won, and how everybody can check a draw.",
    ),
    public(
        "/prizepeg/draws",
        "Check the draws",
        "The draws of the prize game, day by day, for everybody to compute again.",
    ),
    public("/library", "Explore Our Library", "Books that gather answers by many hands."),
    public("/thread", "Thread Topics", "Pictures of handwritten pages, and talk about them."),
    public(
        "/thread/{code}",
        "Thread Topics",
        "Pictures of handwritten pages, and talk about them.",
    ),
    public("/signin", "Sign in", "Join in, and share your thoughts and experiences."),
    public("/signup", "Sign up", "Become a member: it is free, and your pages stay yours."),
    private("/posts/{id}", "Post"),
    private("/activate/posts", "Pending posts"),
    private("/begin", "Where would you like to begin?"),
    private("/search", "Search"),
    private("/signup/profile", "Your profile"),
    private("/verify", "Verify your email"),
    private("/forgot-password", "Reset my Password"),
    private("/reset-password", "Choose a new password"),
    private("/undo-email", "Keep your email address"),
    private("/settings", "Settings"),
    private("/settings/email/verify", "Verify your email"),
    private("/check-username", "Check a username"),
    private("/book/contributions/{bid}", "Contributions"),
    private("/book/contribute/entry/{bid}", "Your entries"),
    private("/book/contribute/post/{type}", "How would you like to contribute?"),
    private("/book/contribute/post/{type}/{bid}", "Contribute"),
    private("/book/{bid}/read", "Read the book"),
    private("/book/{bid}/read/{qid}", "Read the book"),
    private("/members", "Contribute"),
    private("/hand-over", "Send a form to a tablet"),
    private("/hand-over/{code}", "Send a form to a tablet"),
    private("/memo/{id}", "Memo"),
    private("/admin", "Admin"),
    private("/admin/members", "Members"),
    private("/admin/members/{uid}", "Member"),
    private("/admin/books", "Books"),
    private("/admin/books/{bid}", "Book"),
    private("/admin/suggestions", "Suggestions"),
    private("/admin/payouts", "Payouts"),
    private("/admin/plays", "Plays"),
    private("/admin/reports", "Reports"),
    private("/admin/topics", "Topics"),
    private("/admin/mail", "Mail"),
    private("/admin/backups", "Backups"),
    private("/admin/settings", "Server settings"),
    private("/admin/audit", "Audit log"),
    private("/admin/{bid}", "Memos"),
    private("/admin/{bid}/{uid}", "Memos"),
    private("/admin/{bid}/{uid}/{qid}", "Memos"),
    private("/prizepeg/checkout", "Checkout"),
    private("/finished", "Thank you"),
    private("/finished/{skip}", "Thank you"),
    private("/payout", "Congratulations, You’re a Winner!"),
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
    fn pages_are_found_by_their_addresses() {
        let title = |path| find(path).map(|page| page.title);
        assert_eq!(title("/"), Some(HOME));
        assert_eq!(title("/library/"), Some("Explore Our Library"));
        assert_eq!(title("/book/contribute/post/hand/x"), Some("Contribute"));
        assert_eq!(title("/book/contribute/entry/"), None);
        assert_eq!(title("/nowhere"), None);
        assert_eq!(title("/library/x"), None);
    }
}
