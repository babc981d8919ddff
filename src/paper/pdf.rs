//! Pages of PDF files as pixels.

pub mod raster;
