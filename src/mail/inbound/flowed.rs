//! Text with flowed lines (RFC 3676), which mail programs break at any width.

/// Joins the lines that belong together, and removes the spaces that protect the beginnings of lines. `deletes_space` is the parameter
/// `DelSp`: the space at the end of a line is only a mark.
pub(super) fn unfold(text: &str, deletes_space: bool) -> String {
    let mut unfolded = String::with_capacity(text.len());
    // Depth of the quotation whose last line goes on.
    let mut open = None;
    for (number, line) in text.lines().enumerate() {
        let stuffed = line.trim_start_matches('>');
        let depth = line.len() - stuffed.len();
        let line = stuffed.strip_prefix(' ').unwrap_or(stuffed);
        let is_separator = line == "-- ";
        if open != Some(depth) || is_separator {
            unfolded += if number > 0 { "\n" } else { "" };
            unfolded += if depth > 0 { "> " } else { "" };
        }
        let is_flowed = line.ends_with(' ') && !is_separator;
        unfolded += line.strip_suffix(' ').filter(|_| is_flowed && deletes_space).unwrap_or(line);
        open = is_flowed.then_some(depth);
    }
    unfolded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flowed_lines_are_joined_within_their_quotation() {
        for (text, expected) in [
            ("It rained \nall night.\nThen not.", "It rained all night.\nThen not."),
            (" From the sea \nto the hills.", "From the sea to the hills."),
            ("One. \n> Two \n> three.", "One. \n> Two three."),
            ("One. \n-- \nMara", "One. \n-- \nMara"),
            ("\n\nOne.\r\n", "\n\nOne."),
        ] {
            assert_eq!(unfold(text, false), expected);
        }
        assert_eq!(unfold("It rai \nned.", true), "It rained.");
        assert_eq!(unfold("It rained \n all night.", true), "It rainedall night.");
    }
}
