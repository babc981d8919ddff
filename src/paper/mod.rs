//! A filled form into handwriting.

pub mod raster;
