//! Imports between the files of the services: no two of them may use each other, directly or through others.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::source_files;

/// Module path below `src/services`; empty for the root.
type Module = Vec<String>;

const ROOT: &str = "src/services";

#[test]
fn services_have_no_circular_imports() {
    let sources: BTreeMap<Module, Vec<Vec<String>>> = source_files(ROOT, &[".rs"])
        .into_iter()
        .map(|(file, text)| {
            let code = text.split("#[cfg(test)]\nmod ").next().unwrap().to_owned();
            (module_of(&file), imports(&code))
        })
        .collect();
    let mut graph: BTreeMap<&Module, BTreeSet<&Module>> = BTreeMap::new();
    for (module, paths) in &sources {
        let used = paths.iter().filter_map(|path| defining_module(module, path, &sources));
        // Parents and their children may share private helpers.
        let used = used.filter(|used| !used.starts_with(module) && !module.starts_with(used));
        graph.entry(module).or_default().extend(used);
    }
    while let Some(last) = graph.keys().copied().find(|module| graph[module].is_empty()) {
        graph.remove(last);
        for used in graph.values_mut() {
            used.remove(last);
        }
    }
    assert!(graph.is_empty(), "each of these uses one that uses it: {graph:#?}");
}

fn module_of(file: &str) -> Module {
    let path = file.strip_prefix(ROOT).unwrap().trim_end_matches(".rs");
    let path = path.trim_end_matches("/mod");
    path.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// Paths that a file uses: one for each item of its `use` declarations, and those within its code.
fn imports(code: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    for statement in code.split(';') {
        let lines = statement.lines().filter(|line| !line.trim_start().starts_with("//"));
        let statement = lines.collect::<Vec<&str>>().join(" ");
        let tree = statement.split_once("use ").filter(|(visibility, _)| {
            visibility.trim().is_empty() || visibility.trim_start().starts_with("pub")
        });
        let found = match tree {
            Some((_, tree)) => expand(tree),
            None => inline_paths(&statement),
        };
        let split = |path: String| path.split("::").map(|part| part.trim().to_owned()).collect();
        paths.extend(found.into_iter().map(split));
    }
    paths
}

/// Paths within code that begin at the root of the services or at a parent.
fn inline_paths(code: &str) -> Vec<String> {
    let words = code.split(|one: char| !one.is_alphanumeric() && one != '_' && one != ':');
    let paths =
        words.filter(|word| word.starts_with("crate::services::") || word.starts_with("super::"));
    paths.map(|path| path.trim_end_matches(':').to_owned()).collect()
}

/// Expands braces: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn expand(tree: &str) -> Vec<String> {
    let Some((prefix, list)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap().trim().to_owned()];
    };
    let list = list.rsplit_once('}').unwrap().0;
    let (mut items, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, character) in list.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    items.push(&list[start..]);
    let items = items.into_iter().filter(|item| !item.trim().is_empty());
    items.flat_map(expand).map(|item| format!("{}{item}", prefix.trim())).collect()
}

/// Module that defines an imported item: re-exports are followed to the child that they name.
fn defining_module<'a>(
    module: &Module,
    path: &[String],
    sources: &'a BTreeMap<Module, Vec<Vec<String>>>,
) -> Option<&'a Module> {
    let path = absolute(module, path)?;
    let (found, _) = (0..=path.len())
        .rev()
        .find_map(|length| sources.get_key_value(&path[..length].to_vec()))?;
    let item = path.get(found.len());
    let re_exported = sources[found].iter().find_map(|path| {
        let child = [&found[..], &path[..1]].concat();
        let names_item = path.len() == 2 && path.last() == item;
        sources.get_key_value(&child).filter(|_| names_item)
    });
    Some(re_exported.map_or(found, |(child, _)| child))
}

/// Path below the root of the services; `None` for an item from elsewhere.
fn absolute(module: &Module, path: &[String]) -> Option<Module> {
    if let [krate, services, rest @ ..] = path
        && krate == "crate"
        && services == "services"
    {
        return Some(rest.to_vec());
    }
    let above = path.iter().take_while(|part| *part == "super").count();
    let base = module.len().checked_sub(above).filter(|_| above > 0)?;
    Some([&module[..base], &path[above..]].concat())
}
