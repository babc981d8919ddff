//! A filled form into handwriting.
use crate::domain::form::{FormCode, Peg};
use crate::worker::Worker;
use std::sync::Arc;
pub mod raster;
#[derive(Debug)]
pub struct Blank;
impl Blank {
    pub fn rasterise(_: &Worker, _: &[u8]) -> Result<Self, Refusal> {
        Err(Refusal::NotAForm)
    }
}
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("x")]
    NotAForm,
    #[error("The form you submitted is blank.")]
    Blank,
    #[error("y")]
    OtherBook,
}
impl Refusal {
    pub fn code(&self) -> &'static str {
        "x"
    }
}
#[derive(Debug)]
pub struct BoxReading {
    pub index: usize,
    pub ink: u32,
    pub crop_png: Vec<u8>,
}
#[derive(Debug)]
pub struct PageReading {
    pub form: FormCode,
    pub page: u32,
    pub boxes: Vec<BoxReading>,
    pub picks: Vec<Peg>,
    pub confidence: f32,
}
pub struct Reading {
    pub pages: Vec<PageReading>,
}
pub fn read(
    _: &Worker,
    _: &[u8],
    _: &dyn Fn(FormCode) -> Option<Arc<Blank>>,
    _: Option<&Arc<Blank>>,
) -> Result<Reading, Refusal> {
    Err(Refusal::Blank)
}
