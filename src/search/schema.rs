//! Schema of the index. Texts are indexed and not stored: results are shown from the store.

use tantivy::TantivyDocument;
use tantivy::schema::{
    Field, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions,
};

use crate::domain::search::{Audience, Target};

/// Version of documents and analyser; an index of another version is rebuilt.
pub(super) const VERSION: u32 = 7;
/// Name of the analyser in the index.
pub(super) const ANALYSER: &str = "words";

/// Document of the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    pub target: Target,
    /// Members who can find it, if they are in any of these.
    pub audiences: Vec<Audience>,
    /// Name or question; matches score higher.
    pub title: String,
    pub text: String,
    /// All names of the author.
    pub author: String,
    pub handwriting: Handwriting,
}

/// Words of handwriting as the server has read them, which may be wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Handwriting {
    /// Matches score low.
    pub words: String,
    /// Other words that may stand there; matches score lowest.
    pub alternatives: String,
    /// The words that are not sure, for [`fuzzy_search`](super::Index::fuzzy_search).
    pub doubtful: String,
}

#[derive(Clone, Copy)]
pub(super) struct Fields {
    /// Serialized [`Target`] for the store.
    pub(super) target: Field,
    /// Subject: documents of one subject are replaced together.
    pub(super) subject: Field,
    pub(super) kind: Field,
    pub(super) audience: Field,
    pub(super) title: Field,
    pub(super) text: Field,
    pub(super) author: Field,
    pub(super) handwriting: Field,
    pub(super) alternatives: Field,
    pub(super) doubtful: Field,
}

pub(super) fn schema() -> (Schema, Fields) {
    let mut schema = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(ANALYSER)
        .set_index_option(IndexRecordOption::WithFreqsAndPositions);
    let words = TextOptions::default().set_indexing_options(indexing);
    let terms = TextFieldIndexing::default()
        .set_tokenizer(ANALYSER)
        .set_index_option(IndexRecordOption::Basic)
        .set_fieldnorms(false);
    let terms = TextOptions::default().set_indexing_options(terms);
    let fields = Fields {
        target: schema.add_text_field("target", STRING | STORED),
        subject: schema.add_text_field("subject", STRING),
        kind: schema.add_text_field("kind", STRING),
        audience: schema.add_text_field("audience", STRING),
        title: schema.add_text_field("title", words.clone()),
        text: schema.add_text_field("text", words.clone()),
        author: schema.add_text_field("author", words.clone()),
        handwriting: schema.add_text_field("handwriting", words.clone()),
        alternatives: schema.add_text_field("alternatives", words),
        doubtful: schema.add_text_field("doubtful", terms),
    };
    (schema.build(), fields)
}

impl Fields {
    pub(super) fn document(&self, document: &Document) -> TantivyDocument {
        let target = &document.target;
        let mut fields = TantivyDocument::default();
        fields.add_text(self.target, target.to_string());
        fields.add_text(self.subject, target.subject().to_string());
        fields.add_text(self.kind, target.kind().as_str());
        for audience in &document.audiences {
            fields.add_text(self.audience, audience.to_string());
        }
        fields.add_text(self.title, &document.title);
        fields.add_text(self.text, &document.text);
        fields.add_text(self.author, &document.author);
        let Handwriting { words, alternatives, doubtful } = &document.handwriting;
        fields.add_text(self.handwriting, words);
        fields.add_text(self.alternatives, alternatives);
        fields.add_text(self.doubtful, doubtful);
        fields
    }
}
