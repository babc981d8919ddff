//! Terms of a query: plain words that must all match. There is no syntax, so the cost is bounded.

use std::collections::HashSet;

use tantivy::tokenizer::Token;

use super::tokenizer::{PAIR, analyser};

/// Maximum number of terms; further ones are ignored, because each costs time.
const MAX_TERMS: usize = 48;
/// Minimum length of a last word that may be unfinished.
const MIN_PREFIX_LENGTH: usize = 2;

/// Terms that must all match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    pub(super) phrases: Vec<Phrase>,
    /// Last word, which may be unfinished.
    pub(super) beginning: Option<String>,
}

/// Adjacent terms with their positions: a single word, or neighbours in a script without spaces.
pub(super) type Phrase = Vec<(usize, String)>;

impl Terms {
    pub fn parse(typed: &str) -> Self {
        let (mut runs, mut tokens): (Vec<Vec<Token>>, _) = (Vec::new(), 0);
        analyser().token_stream(typed).process(&mut |token| {
            tokens += 1;
            if tokens > MAX_TERMS {
                return;
            }
            let continues = |run: &&mut Vec<Token>| {
                run.last().is_some_and(|last| token.position <= last.position + 1)
            };
            match runs.last_mut().filter(continues) {
                Some(run) => run.push(token.clone()),
                None => runs.push(vec![token.clone()]),
            }
        });
        let phrases = each_once(runs.into_iter().map(phrase).collect());
        Self { beginning: phrases.last().and_then(beginning), phrases }
    }

    pub fn is_empty(&self) -> bool {
        self.phrases.is_empty()
    }

    /// The terms one by one.
    pub fn each(&self) -> impl Iterator<Item = Self> + '_ {
        let last = self.phrases.len().saturating_sub(1);
        self.phrases.iter().enumerate().map(move |(number, phrase)| Self {
            phrases: vec![phrase.clone()],
            beginning: self.beginning.clone().filter(|_| number == last),
        })
    }

    /// The word, if there is only one.
    pub fn single_word(&self) -> Option<&str> {
        let [phrase] = self.phrases.as_slice() else { return None };
        let [(_, word)] = phrase.as_slice() else { return None };
        Some(word)
    }

    /// All terms, for marking them in a text.
    pub(super) fn words(&self) -> HashSet<&str> {
        self.phrases.iter().flatten().map(|(_, word)| word.as_str()).collect()
    }
}

/// Phrase of a run. Pairs make single characters redundant. Positions are relative to the start of the run.
fn phrase(run: Vec<Token>) -> Phrase {
    let has_pairs = run.iter().any(|token| token.position_length == PAIR);
    let wanted = |token: &Token| !has_pairs || token.position_length == PAIR;
    let first = run.first().map_or(0, |token| token.position);
    run.into_iter().filter(wanted).map(|token| (token.position - first, token.text)).collect()
}

/// Removes duplicates, which would cost time without effect. The last phrase stays the last.
fn each_once(mut phrases: Vec<Phrase>) -> Vec<Phrase> {
    let mut known = HashSet::new();
    phrases.reverse();
    phrases.retain(|phrase| known.insert(phrase.clone()));
    phrases.reverse();
    phrases
}

fn beginning(last: &Phrase) -> Option<String> {
    let [(_, word)] = last.as_slice() else { return None };
    let long_enough = word.chars().count() >= MIN_PREFIX_LENGTH;
    long_enough.then(|| word.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phrases(typed: &str) -> Vec<String> {
        let phrase = |phrase: &Phrase| {
            phrase.iter().map(|(_, word)| word.as_str()).collect::<Vec<_>>().join("+")
        };
        Terms::parse(typed).phrases.iter().map(phrase).collect()
    }

    #[test]
    fn unspaced_text_becomes_phrases_words_stay_separate() {
        assert_eq!(phrases("Blue inks"), ["blue", "inks"]);
        assert_eq!(phrases("東京都 紙"), ["東京+京都", "紙"]);
        assert_eq!(phrases("書く,東京"), ["書く", "東京"]);
        assert_eq!(phrases("  "), Vec::<String>::new());
    }

    #[test]
    fn query_syntax_is_parsed_as_plain_words() {
        assert_eq!(phrases("text:* OR (a -b) \"c"), ["text", "or", "a", "b", "c"]);
        assert!(Terms::parse("*:*").is_empty());
        let many: Vec<String> = (0..10_000).map(|n| n.to_string()).collect();
        assert_eq!(Terms::parse(&many.join(" ")).phrases.len(), MAX_TERMS);
    }

    #[test]
    fn repeated_query_words_are_deduplicated() {
        assert_eq!(phrases(&"a ".repeat(10_000)), ["a"]);
        assert_eq!(phrases("東京 紙 東京 ink INK"), ["紙", "東京", "ink"]);
        assert_eq!(Terms::parse("in blue in").beginning.as_deref(), Some("in"));
    }

    #[test]
    fn last_query_word_matches_as_prefix() {
        assert_eq!(Terms::parse("blue in").beginning.as_deref(), Some("in"));
        assert_eq!(Terms::parse("blue i").beginning, None);
        assert_eq!(Terms::parse("東京").beginning.as_deref(), Some("東京"));
    }
}
