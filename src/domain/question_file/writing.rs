//! Serialization of questions to files that can be imported again.

use super::Format;
use crate::book::Question;

/// The questions as a file of this format, in their order.
pub fn write(questions: &[Question], format: Format) -> String {
    match format {
        Format::Csv => {
            let rows = questions.iter().map(|Question { key, description }| {
                format!("{},\"{}\"\n", key.as_str(), description.replace('"', "\"\""))
            });
            "key,description\n".to_owned() + &rows.collect::<String>()
        }
        Format::Json => {
            let items = questions.iter().map(|Question { key, description }| {
                let (key, description) = (json(key.as_str()), json(description));
                format!("  {{\"key\": {key}, \"description\": {description}}}")
            });
            format!("[\n{}\n]\n", items.collect::<Vec<_>>().join(",\n"))
        }
        Format::Toml => {
            let tables = questions.iter().map(|Question { key, description }| {
                let (key, description) = (toml(key.as_str()), toml(description));
                format!("[[question]]\nkey = {key}\ndescription = {description}\n")
            });
            tables.collect::<Vec<_>>().join("\n")
        }
    }
}

fn json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn toml(text: &str) -> String {
    toml::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question_file::parse;

    #[test]
    fn written_questions_parse_back() {
        let question = |key, description| Question::parse(key, description).unwrap();
        let questions = [
            question("smell", "What, and \"why\"; or how?"),
            question("key", "description"),
            question("path", "C:\\ink, '''three''' and \u{201c}quotes\u{201d}: ঘর?"),
        ];
        for format in [Format::Csv, Format::Json, Format::Toml] {
            let text = write(&questions, format);
            assert_eq!(parse(&text, format).unwrap(), questions, "{text}");
        }
    }
}
