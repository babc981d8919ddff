//! Little drawings under the words, in the notation of the letters. About 100 units wide.

use super::notation::{self, Path};

/// No drawing is higher than this.
pub(super) const HEIGHT: f32 = 120.0;

/// Something that a member draws under what they wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    Cup,
    Tree,
    House,
    Star,
    Fish,
}

impl Drawing {
    /// Every drawing.
    pub const ALL: [Self; 5] = [Self::Cup, Self::Tree, Self::House, Self::Star, Self::Fish];

    pub(super) fn paths(self) -> Vec<Path> {
        notation::paths(match self {
            Self::Cup => CUP,
            Self::Tree => TREE,
            Self::House => HOUSE,
            Self::Star => STAR,
            Self::Fish => FISH,
        })
    }
}

const CUP: &str = "14,68 17,32 24,14 38,8 58,8 70,14 78,32 82,68 / \
    13,70 28,64 48,62 70,64 83,70 68,77 48,79 28,77 13,69 / 81,58 93,59 98,47 92,35 77,30 / \
    2,8 12,2 34,-1 62,-1 84,2 94,9 / 38,86 34,94 41,102 37,111 / 56,87 52,96 60,104 55,114";

const TREE: &str = "42,0 45,18 44,40 / 57,0 55,16 56,40 / 16,-1 40,1 60,0 84,1 / \
    44,40 28,35 15,45 19,59 11,72 26,85 40,97 58,98 73,91 86,79 82,65 90,53 79,41 66,36 55,41 / \
    46,38 41,50 33,57 / 55,38 59,50 70,58 / 62,70 66,74 71,71 / 36,76 41,80 45,75 / 55,86 60,88 63,84 / 24,64 28,67 31,63";

const HOUSE: &str = "13,46 12,22 12,1! 50,0 88,1! 88,24 87,46 / 1,42 26,66 50,91! 74,68 99,42 / \
    42,1 42,30! 51,31 60,30! 60,1 / 20,38 34,38! 34,25! 20,25! 20,38 / 27,38 27,25 / 20,32 34,31 / \
    69,38 81,38! 81,25! 69,25! 69,38 / 70,73 70,90! 80,90! 80,64 / 76,95 71,102 79,108 74,118 / 57,15 57,16";

const STAR: &str = "50,98! 38,50 26,4! 60,34 98,63! 52,62 3,61! 40,34 77,3! 64,50 51,97";

const FISH: &str = "6,40 18,54 36,63 58,60 76,44 96,62! 92,50 92,30 97,16! 76,37 58,22 36,18 18,27 5,41 / \
    22,45 24,46 / 34,58 39,48 39,34 33,23 / 46,44 51,41 47,37 / 58,44 63,41 59,37 / 52,53 57,50 53,47 / \
    -6,58 -3,62 1,59 -2,55 -6,58 / -12,74 -7,79 -2,75 -7,70 -12,74 / 40,64 50,74 60,70 62,59";
