//! Page of the documentation, parsed into blocks, headings and links.

use crate::support::source_files;

const FENCE: &str = "```";

pub(super) struct Page {
    /// Path relative to the project's folder.
    pub(super) name: String,
    pub(super) blocks: Vec<Block>,
    /// Lines outside of blocks.
    text: Vec<String>,
}

/// Fenced block. Blocks in HTML comments count as well: they prepare the state that a page assumes.
pub(super) struct Block {
    pub(super) language: String,
    pub(super) file: Option<String>,
    pub(super) body: String,
    /// Line of the opening fence, counted from 1.
    pub(super) line: usize,
}

/// Every page, and the summary.
pub(super) fn pages() -> Vec<Page> {
    source_files("docs/src", &[".md"]).iter().map(|(name, text)| Page::read(name, text)).collect()
}

impl Page {
    pub(super) fn read(name: &str, source: &str) -> Self {
        let (mut blocks, mut text) = (Vec::new(), Vec::new());
        let mut open: Option<(Block, usize)> = None;
        for (number, line) in (1..).zip(source.lines()) {
            let bare = line.trim_start();
            match (&mut open, bare.strip_prefix(FENCE)) {
                (None, Some(info)) => {
                    let mut words = info.split_whitespace().map(str::to_owned);
                    let language = words.next().unwrap_or_default();
                    let block =
                        Block { language, file: words.next(), body: String::new(), line: number };
                    open = Some((block, line.len() - bare.len()));
                }
                (None, None) => text.push(line.to_owned()),
                (Some(_), Some(_)) => blocks.extend(open.take().map(|(block, _)| block)),
                (Some((block, indent)), None) => {
                    block.body += line.get(*indent..).unwrap_or_default();
                    block.body.push('\n');
                }
            }
        }
        assert!(open.is_none(), "{name} has a block without an end");
        Self { name: name.to_owned(), blocks, text }
    }

    /// Whether a command on the page uses a program.
    pub(super) fn names(&self, program: &str) -> bool {
        self.blocks.iter().any(|block| block.language == "console" && block.body.contains(program))
    }

    pub(super) fn headings(&self) -> impl Iterator<Item = &str> {
        let lines = self.text.iter().filter(|line| line.starts_with('#'));
        lines.map(|line| line.trim_start_matches('#').trim())
    }

    /// Returns the first cell of each row of a table.
    pub(super) fn first_cells(&self) -> impl Iterator<Item = &str> {
        self.text.iter().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next())
    }

    /// Returns the texts in backticks outside of blocks.
    pub(super) fn code_in_text(&self) -> impl Iterator<Item = &str> {
        self.text.iter().flat_map(|line| line.split('`').skip(1).step_by(2))
    }

    /// Returns the targets of the page's links, without those to other sites.
    pub(super) fn links(&self) -> impl Iterator<Item = &str> {
        let words = self.text.iter().flat_map(|line| line.split('`').step_by(2));
        let targets = words.flat_map(|words| words.split("](").skip(1));
        let targets = targets.filter_map(|rest| Some(rest.split_once(')')?.0));
        targets.filter(|target| !target.contains("://"))
    }
}
