//! Query of the index. Audiences are part of it, so that no count reveals documents that the actor may not see.

use std::ops::Bound;

use tantivy::Term;
use tantivy::query::{
    BooleanQuery, BoostQuery, ConstScoreQuery, FuzzyTermQuery, InvertedIndexRangeQuery, Occur,
    PhraseQuery, Query, TermQuery, TermSetQuery,
};
use tantivy::schema::{Field, IndexRecordOption};

use super::schema::Fields;
use super::terms::{Phrase, Terms};
use crate::domain::search::{Audience, Kind};

/// Maximum number of words that an unfinished word is expanded to, because each costs time.
const MAX_ENDINGS: u64 = 64;

/// Minimum number of letters of a word for which similar ones are found: shorter ones are similar to too many.
const MIN_SIMILAR: usize = 4;
/// Number of letters from which on similar words may differ in two letters.
const MIN_TWICE_SIMILAR: usize = 6;

/// Query of the index.
#[derive(Clone, Debug)]
pub struct IndexQuery {
    pub terms: Terms,
    /// Kind of documents; `None` for all.
    pub kind: Option<Kind>,
    /// Audiences of documents; `None` for all.
    pub audiences: Option<Vec<Audience>>,
}

impl IndexQuery {
    pub(super) fn query(&self, fields: &Fields) -> BooleanQuery {
        self.of_all(fields, |phrase, beginning| anywhere(fields, phrase, beginning))
    }

    /// Query for other documents, in which doubtful handwriting is similar to words. `None` if no word is long enough.
    pub(super) fn near_query(&self, fields: &Fields) -> Option<BooleanQuery> {
        let similar = |phrase: &Phrase| similar(fields.doubtful, phrase);
        if !self.terms.phrases.iter().any(|phrase| similar(phrase).is_some()) {
            return None;
        }
        let near = self.of_all(fields, |phrase, beginning| {
            let exact = || anywhere(fields, phrase, beginning);
            match similar(phrase) {
                None => exact(),
                // Documents with the only phrase itself are left out below.
                Some(similar) if self.terms.phrases.len() == 1 => similar,
                Some(similar) => Box::new(BooleanQuery::new(vec![
                    (Occur::Should, exact()),
                    (Occur::Should, similar),
                ])),
            }
        });
        let exact: Box<dyn Query> = Box::new(self.query(fields));
        let near: Box<dyn Query> = Box::new(near);
        Some(BooleanQuery::new(vec![(Occur::Must, near), (Occur::MustNot, exact)]))
    }

    /// Query for documents of the wanted kind and audiences that match all phrases.
    fn of_all(
        &self,
        fields: &Fields,
        find: impl Fn(&Phrase, Option<&str>) -> Box<dyn Query>,
    ) -> BooleanQuery {
        let Terms { phrases, beginning } = &self.terms;
        let last = phrases.len().saturating_sub(1);
        let mut all: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        for (number, phrase) in phrases.iter().enumerate() {
            let beginning = beginning.as_deref().filter(|_| number == last);
            all.push((Occur::Must, find(phrase, beginning)));
        }
        if let Some(kind) = self.kind {
            all.push((Occur::Must, one_of(fields.kind, [kind.as_str()])));
        }
        if let Some(audiences) = &self.audiences {
            let audiences = audiences.iter().map(Audience::to_string);
            all.push((Occur::Must, one_of(fields.audience, audiences)));
        }
        BooleanQuery::new(all)
    }
}

/// Query for a phrase in any field; matches in titles score highest.
fn anywhere(fields: &Fields, phrase: &Phrase, beginning: Option<&str>) -> Box<dyn Query> {
    let mut any: Vec<(Occur, Box<dyn Query>)> = Vec::new();
    let weighted = [
        (fields.title, 3.0),
        (fields.author, 2.0),
        (fields.text, 1.0),
        (fields.handwriting, 0.5),
        (fields.alternatives, 0.25),
    ];
    for (field, weight) in weighted {
        any.push((Occur::Should, Box::new(BoostQuery::new(side_by_side(field, phrase), weight))));
        if let Some(beginning) = beginning {
            any.push((Occur::Should, begins(field, beginning, weight / 4.0)));
        }
    }
    Box::new(BooleanQuery::new(any))
}

fn side_by_side(field: Field, phrase: &Phrase) -> Box<dyn Query> {
    let term = |word: &str| Term::from_field_text(field, word);
    match phrase.as_slice() {
        [(_, word)] => Box::new(TermQuery::new(term(word), IndexRecordOption::WithFreqs)),
        words => {
            let places = words.iter().map(|(place, word)| (*place, term(word))).collect();
            Box::new(PhraseQuery::new_with_offset(places))
        }
    }
}

fn begins(field: Field, beginning: &str, weight: f32) -> Box<dyn Query> {
    let last = format!("{beginning}{}", char::MAX);
    let mut words = InvertedIndexRangeQuery::new(
        Bound::Excluded(Term::from_field_text(field, beginning)),
        Bound::Included(Term::from_field_text(field, &last)),
    );
    words.limit(MAX_ENDINGS);
    Box::new(ConstScoreQuery::new(Box::new(words), weight))
}

/// Query for words that differ from a single word in one letter, or in two, which score lower.
fn similar(field: Field, phrase: &Phrase) -> Option<Box<dyn Query>> {
    let [(_, word)] = phrase.as_slice() else { return None };
    let letters = word.chars().count();
    let within = |distance: u8| -> (Occur, Box<dyn Query>) {
        let term = Term::from_field_text(field, word);
        (Occur::Should, Box::new(FuzzyTermQuery::new(term, distance, false)))
    };
    let query = match letters {
        ..MIN_SIMILAR => return None,
        MIN_SIMILAR..MIN_TWICE_SIMILAR => vec![within(1)],
        // Words that differ in one letter match both, and so score higher.
        MIN_TWICE_SIMILAR.. => vec![within(1), within(2)],
    };
    Some(Box::new(BooleanQuery::new(query)))
}

/// Condition that does not affect the score.
fn one_of<T: AsRef<str>>(field: Field, values: impl IntoIterator<Item = T>) -> Box<dyn Query> {
    let terms = values.into_iter().map(|value| Term::from_field_text(field, value.as_ref()));
    Box::new(ConstScoreQuery::new(Box::new(TermSetQuery::new(terms)), 0.0))
}
