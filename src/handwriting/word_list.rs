//! Word list: the words that a misread one may have been, by edit distance.

use std::cmp::Ordering;

/// English words with the tier of SCOWL that they belong to, 10 (most common) to 50; sorted by word. See `words/COPYRIGHT-scowl.txt`.
const ENGLISH: &str = include_str!("words/en.tsv");

/// Sorted words in lower case, each with the logarithm of how probable it is beside the most common ones.
pub(crate) struct WordList {
    words: Vec<(Box<[char]>, f32)>,
}

/// Prior of a word that is in no list.
pub(crate) const UNKNOWN: f32 = -8.0;

impl WordList {
    pub(crate) fn english() -> Self {
        let entries = ENGLISH.lines().filter_map(|line| line.split_once('\t'));
        Self::new(entries.map(|(word, tier)| (word, prior(tier))).collect())
    }

    /// List of words that are all as probable as the most common ones; for those of a book and of its community.
    pub(crate) fn of_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        let words: Vec<String> = words.into_iter().map(str::to_lowercase).collect();
        Self::new(words.iter().map(|word| (word.as_str(), 0.0)).collect())
    }

    fn new(entries: Vec<(&str, f32)>) -> Self {
        let mut words: Vec<(Box<[char]>, f32)> =
            entries.into_iter().map(|(word, prior)| (word.chars().collect(), prior)).collect();
        words.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        words.dedup_by(|(one, _), (other, _)| one == other);
        Self { words }
    }

    /// Prior of a word in lower case; `None` if it is not in the list.
    pub(crate) fn prior(&self, word: &[char]) -> Option<f32> {
        let found = self.words.binary_search_by(|(known, _)| (**known).cmp(word));
        found.ok().map(|index| self.words[index].1)
    }

    /// Words within an edit distance of `word`, with their priors.
    ///
    /// Neighbours in a sorted list have beginnings in common, so their rows of the distance table are computed once; beginnings
    /// that are too far from `word` already are skipped with all words that have them.
    pub(crate) fn near(&self, word: &[char], max_distance: usize) -> Vec<(&[char], f32)> {
        let mut found = Vec::new();
        // Row `n` has the distances of the first `n` letters of the present word to all beginnings of `word`.
        let mut rows: Vec<Vec<usize>> = vec![(0..=word.len()).collect()];
        let mut previous: &[char] = &[];
        let mut index = 0;
        while let Some((letters, prior)) = self.words.get(index) {
            let common =
                letters.iter().zip(previous).take_while(|(one, other)| one == other).count();
            rows.truncate(common.min(rows.len() - 1) + 1);
            previous = letters;
            let mut is_too_far = false;
            while rows.len() <= letters.len() && !is_too_far {
                let row = next_row(&rows[rows.len() - 1], word, letters[rows.len() - 1]);
                is_too_far = row.iter().all(|distance| *distance > max_distance);
                rows.push(row);
            }
            if is_too_far {
                index = self.end_of(&letters[..rows.len() - 1], index);
                continue;
            }
            if rows[letters.len()][word.len()] <= max_distance {
                found.push((&**letters, *prior));
            }
            index += 1;
        }
        found
    }

    /// Index of the first word from `index` on that does not begin with `beginning`.
    fn end_of(&self, beginning: &[char], index: usize) -> usize {
        let begins = |word: &[char]| word[..word.len().min(beginning.len())].cmp(beginning);
        index + self.words[index..].partition_point(|(word, _)| begins(word) == Ordering::Equal)
    }
}

/// Distances for one letter more.
fn next_row(row: &[usize], word: &[char], letter: char) -> Vec<usize> {
    let mut next = Vec::with_capacity(row.len());
    next.push(row[0] + 1);
    for (place, wanted) in word.iter().enumerate() {
        let replaced = row[place] + usize::from(*wanted != letter);
        next.push(replaced.min(row[place + 1] + 1).min(next[place] + 1));
    }
    next
}

/// Logarithm of the probability of a word of this tier, relative to one of the most common.
fn prior(tier: &str) -> f32 {
    match tier {
        "10" => 0.0,
        "20" => -0.7,
        "35" => -1.6,
        "40" => -2.2,
        _ => -3.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(word: &str) -> Vec<char> {
        word.chars().collect()
    }

    fn near(list: &WordList, word: &str, distance: usize) -> Vec<String> {
        list.near(&letters(word), distance)
            .into_iter()
            .map(|(word, _)| word.iter().collect())
            .collect()
    }

    #[test]
    fn words_within_distance_are_found() {
        let list =
            WordList::of_words(["thin", "thing", "think", "this", "tin", "hint", "night", "a"]);
        assert_eq!(near(&list, "thin", 0), ["thin"]);
        assert_eq!(near(&list, "thin", 1), ["thin", "thing", "think", "this", "tin"]);
        assert_eq!(near(&list, "thin", 2), ["hint", "thin", "thing", "think", "this", "tin"]);
        assert_eq!(near(&list, "", 1), ["a"]);
        assert!(near(&list, "zebra", 2).is_empty());
        assert!(near(&WordList::of_words([]), "thin", 3).is_empty());
    }

    #[test]
    fn skipping_finds_what_comparing_all_does() {
        let list = WordList::english();
        let word = letters("keybord");
        let full = |other: &[char]| {
            let first: Vec<usize> = (0..=word.len()).collect();
            other.iter().fold(first, |row, letter| next_row(&row, &word, *letter))[word.len()]
        };
        let all = list.words.iter().filter(|(other, _)| full(other) <= 2);
        let expected: Vec<String> = all.map(|(word, _)| word.iter().collect()).collect();
        assert!(expected.contains(&"keyboard".to_owned()));
        assert_eq!(near(&list, "keybord", 2), expected);
    }

    #[test]
    fn common_words_are_more_probable() {
        let list = WordList::english();
        let prior = |word| list.prior(&letters(word));
        assert!(prior("the") > prior("aardvark"));
        assert_eq!(prior("qzx"), None);
        assert!(list.words.len() > 80_000);
    }
}
