//! Files that other readers open although a part of them is broken or takes too long.

use super::{luma, page_of, pdf_of, stream};

/// PDF of a black page of 200 x 100 points as object 3, with this tree of pages as object 2.
fn with_tree(tree: &str, branch: &str) -> Vec<u8> {
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".into(),
        tree.to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R>>".into(),
        stream("", "0 g 0 0 200 100 re f"),
        branch.to_owned(),
    ];
    pdf_of(&objects, "")
}

#[test]
fn page_outside_of_a_broken_tree_is_found() {
    for (tree, branch) in [
        ("<</Type/Pages/Kids[3 0 R]/Count 1>>", "null"),
        ("<</Type/Pages/Kids[9 0 R]/Count 1>>", "null"),
        ("<</Type/Pages/Kids[3 7 R]/Count 1>>", "null"),
        ("<</Type/Pages/Kids[]/Count 1>>", "null"),
        ("<</Type/Pages/Kids[2 0 R]/Count 1>>", "null"),
        ("<</Type/Pages/Count 1>>", "null"),
        ("<</Type/Pages/Kids[5 0 R]/Count 1>>", "<</Kids[3 0 R]/Count 1>>"),
        ("<</Type/Pages/Kids[5 0 R]/Count 1>>", "<</Type/Catalog/Kids[3 0 R]/Count 1>>"),
    ] {
        assert_eq!(luma(&with_tree(tree, branch), 100, 50), 0, "{tree} {branch}");
    }
}

#[test]
fn pattern_of_a_million_tiles_is_left_out() {
    let tiled = |step: f32| {
        let pattern = format!(
            "/PatternType 1/PaintType 1/TilingType 1/Resources<<>>/BBox[0 0 200 100]/XStep {step}/YStep {step}"
        );
        let content = "0 g 0 0 100 100 re f /Pattern cs /P scn 0 0 200 100 re f";
        let resources = "/Resources<</Pattern<</P 5 0 R>>>>";
        page_of(resources, content, &[stream(&pattern, "0.5 g 0 0 200 100 re f")])
    };
    let shown = |step| [(50, 50), (150, 50)].map(|(x, y)| luma(&tiled(step), x, y));
    assert_eq!(shown(0.1), [0, 255]);
    assert_eq!(shown(100.0), [128, 128]);
}
