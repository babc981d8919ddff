//! Pictures that claim far larger sizes than their data has, in every encoding of PDF.

use super::super::exports::stream;
use super::{Bomb, THRICE, drawn, page, zeros};

pub(super) fn bombs() -> Vec<Bomb> {
    let fax = "/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 60000/Rows 60000>>";
    let rows = "/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 2147483647/Colors 32>>";
    vec![
        ("a fax of 60,000 x 60,000", drawn(&picture(60_000, fax), &[0; 8000])),
        ("a flat picture of 65,535 x 65,535", drawn(&picture(65_535, THRICE), &zeros(64 << 20))),
        ("a picture whose rows are two gigabytes", drawn(&picture(9, rows), &[0x78, 0x9c, 3, 0])),
        (
            "a JBIG2 page of 60,000 x 60,000",
            drawn(&picture(60_000, "/Filter/JBIG2Decode"), &jbig2()),
        ),
        (
            "a JPEG 2000 of 60,000 x 60,000",
            drawn(&picture(60_000, JPX), &jpeg_2000(60_000, 60_000)),
        ),
        ("a JPEG 2000 of four billion tiles", drawn(&picture(60_000, JPX), &jpeg_2000(60_000, 1))),
        ("a JPEG of 65,500 x 65,500", drawn(&picture(65_500, "/Filter/DCTDecode"), &jpeg())),
        ("LZW without end", drawn(&picture(60_000, "/Filter/LZWDecode"), &[0x80; 1 << 20])),
        (
            "run lengths without end",
            drawn(&picture(60_000, "/Filter/RunLengthDecode"), &[0x81; 4 << 20]),
        ),
        ("a picture that is its own mask", own_mask()),
        ("a picture in the content, of 60,000 x 60,000", page(INLINE, "", &[])),
    ]
}

const JPX: &str = "/Filter/JPXDecode";
const INLINE: &[u8] = b"600 0 0 800 0 0 cm BI /W 60000 /H 60000 /BPC 8 /CS /RGB ID 0123456789 EI";

fn picture(side: u32, more: &str) -> String {
    format!(
        "/Type/XObject/Subtype/Image/Width {side}/Height {side}/BitsPerComponent 1/ColorSpace/DeviceGray{more}"
    )
}

fn own_mask() -> Vec<u8> {
    let dict = picture(100, "/SMask 5 0 R");
    page(b"/X Do", "/XObject<</X 5 0 R>>", &[stream(&dict, &[0; 1300])])
}

/// A page, and a region that fills it.
fn jbig2() -> Vec<u8> {
    let side = 60_000_u32.to_be_bytes();
    let segment = |number: u8, kind: u8, data: &[u8]| {
        let length = (data.len() as u32).to_be_bytes();
        [&[0, 0, 0, number, kind, 0, 1][..], &length, data].concat()
    };
    let page = [&side[..], &side, &[0; 8], &[0], &[0, 0]].concat();
    let adaptive = [3, 0xff, 0xfd, 0xff, 2, 0xfe, 0xfe, 0xfe];
    let region = [&side[..], &side, &[0; 8], &[0], &[0], &adaptive, &[0; 400]].concat();
    [segment(0, 48, &page), segment(1, 38, &region)].concat()
}

/// Returns a JPEG 2000 picture with one grey component, whose tiles have no data.
fn jpeg_2000(side: u32, tile: u32) -> Vec<u8> {
    let (side, tile) = (side.to_be_bytes(), tile.to_be_bytes());
    let header =
        [&[0xff, 0x51, 0, 41, 0, 0][..], &side, &side, &[0; 8], &tile, &tile, &[0; 8]].concat();
    [
        &[0xff, 0x4f][..],
        &header,
        &[0, 1, 7, 1, 1],
        &[0xff, 0x52, 0, 12, 0, 0, 0, 1, 0, 5, 4, 4, 0, 1],
        &[0xff, 0x5c, 0, 19, 0x40],
        &[0x48; 16],
        &[0xff, 0x90, 0, 10, 0, 0, 0, 0, 0, 0, 0, 1],
        &[0xff, 0x93, 0, 0, 0, 0],
        &[0xff, 0xd9],
    ]
    .concat()
}

fn jpeg() -> Vec<u8> {
    let side = 65_500_u16.to_be_bytes();
    let component = |number: u8| [number, 0x22, 0];
    let tables = [&[0xff, 0xdb, 0, 67, 0][..], &[1; 64]].concat();
    // Each table has a single code of one bit.
    let codes = |table: u8| {
        let mut lengths = [0; 16];
        lengths[0] = 1;
        [&[0xff, 0xc4, 0, 20, table][..], &lengths, &[0]].concat()
    };
    let frame = [
        &[0xff, 0xc2, 0, 17, 8][..],
        &side,
        &side,
        &[3],
        &component(1),
        &component(2),
        &component(3),
    ];
    [
        &[0xff, 0xd8][..],
        &tables,
        &frame.concat(),
        &codes(0),
        &codes(0x10),
        &[0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0],
        &[0; 4000],
        &[0xff, 0xd9],
    ]
    .concat()
}
