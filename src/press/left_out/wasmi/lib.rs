//! Stand-in for `wasmi`, the interpreter of typst's plugins: no plugin can be loaded, and the error of the template that tries says so.
//!
//! Nothing that exists only after a plugin was loaded has a value: its functions are never called.

use std::convert::Infallible;
use std::fmt::{Display, Formatter, Result as Written};
use std::marker::PhantomData;

/// Refusal of every plugin.
#[derive(Debug)]
pub struct Error;

impl Display for Error {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Written {
        formatter.write_str("Inkfold is built without plugins")
    }
}

/// Settings of an interpreter.
#[derive(Default)]
pub struct Config;

impl Config {
    /// Allows instructions whose results differ between machines, or not.
    pub fn wasm_relaxed_simd(&mut self, _: bool) -> &mut Self {
        self
    }
}

/// Interpreter.
pub struct Engine;

impl Engine {
    /// Interpreter with settings.
    pub fn new(_: &Config) -> Self {
        Self
    }
}

/// Loaded plugin.
pub struct Module(Infallible);

impl Module {
    /// Refuses the plugin.
    ///
    /// # Errors
    /// Always.
    pub fn new(_: &Engine, _: &[u8]) -> Result<Self, Error> {
        Err(Error)
    }

    /// Type of what the plugin gives out under a name.
    pub fn get_export(&self, _: &str) -> Option<ExternType> {
        match self.0 {}
    }

    /// All that the plugin gives out.
    pub fn exports(&self) -> std::iter::Empty<ExportType> {
        match self.0 {}
    }
}

/// Name and type of what a plugin gives out.
pub struct ExportType(Infallible);

impl ExportType {
    /// Its name.
    pub fn name(&self) -> &str {
        match self.0 {}
    }

    /// Its type.
    pub fn ty(&self) -> &ExternType {
        match self.0 {}
    }
}

/// Type of what a plugin gives out.
pub enum ExternType {
    Memory(Infallible),
    Func(FuncType),
}

/// Types of a function.
pub struct FuncType(Infallible);

impl FuncType {
    /// Types of what it takes.
    pub fn params(&self) -> &[ValType] {
        match self.0 {}
    }

    /// Types of what it answers.
    pub fn results(&self) -> &[ValType] {
        match self.0 {}
    }
}

/// Type of a value.
#[derive(Clone, Copy, PartialEq)]
pub enum ValType {
    I32,
}

/// Value.
pub enum Val {
    I32(i32),
}

/// Functions that plugins may call.
pub struct Linker<T>(Engine, PhantomData<fn() -> T>);

impl<T> Linker<T> {
    /// Linker without functions.
    pub fn new(_: &Engine) -> Self {
        Self(Engine, PhantomData)
    }

    /// Adds a function, of which no plugin will know.
    ///
    /// # Errors
    /// Never.
    pub fn func_wrap<F>(&mut self, _: &str, _: &str, _: F) -> Result<&mut Self, Error> {
        Ok(self)
    }

    /// Its interpreter.
    pub fn engine(&self) -> &Engine {
        &self.0
    }

    /// Starts a plugin.
    ///
    /// # Errors
    /// Never: there is none.
    pub fn instantiate_and_start(
        &self,
        _: &mut Store<T>,
        module: &Module,
    ) -> Result<Instance, Error> {
        match module.0 {}
    }
}

/// Data of a plugin that runs.
pub struct Store<T>(T);

impl<T> Store<T> {
    /// Store with data.
    pub fn new(_: &Engine, data: T) -> Self {
        Self(data)
    }

    /// Its data.
    pub fn data_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// Plugin that runs.
pub struct Instance(Infallible);

impl Instance {
    /// Part of the plugin by its name.
    pub fn get_export<T>(&self, _: &Store<T>, _: &str) -> Option<Extern> {
        match self.0 {}
    }
}

/// Plugin that calls a function of the typesetter.
pub struct Caller<'a, T>(Infallible, PhantomData<&'a mut T>);

impl<T> Caller<'_, T> {
    /// Part of the plugin by its name.
    pub fn get_export(&self, _: &str) -> Option<Extern> {
        match self.0 {}
    }

    /// Its data.
    pub fn data_mut(&mut self) -> &mut T {
        match self.0 {}
    }
}

/// Part of a plugin.
pub struct Extern(Infallible);

impl Extern {
    /// The part, if it is a function.
    pub fn into_func(self) -> Option<Func> {
        match self.0 {}
    }

    /// The part, if it is memory.
    pub fn into_memory(self) -> Option<Memory> {
        match self.0 {}
    }
}

/// Function of a plugin.
pub struct Func(Infallible);

impl Func {
    /// Its types.
    pub fn ty<T>(&self, _: &Store<T>) -> FuncType {
        match self.0 {}
    }

    /// Calls it.
    ///
    /// # Errors
    /// Never: there is none.
    pub fn call<T>(&self, _: &mut Store<T>, _: &[Val], _: &mut [Val]) -> Result<(), Error> {
        match self.0 {}
    }
}

/// Memory of a plugin.
pub struct Memory(Infallible);

impl Memory {
    /// Number of its pages.
    pub fn size<T>(&self, _: &Store<T>) -> u64 {
        match self.0 {}
    }

    /// Its content.
    pub fn data<'a, T>(&self, _: &'a Store<T>) -> &'a [u8] {
        match self.0 {}
    }

    /// Its content, to be changed.
    pub fn data_mut<'a, T>(&self, _: &'a mut Store<T>) -> &'a mut [u8] {
        match self.0 {}
    }

    /// Adds pages.
    ///
    /// # Errors
    /// Never: there is none.
    pub fn grow<T>(&self, _: &mut Store<T>, _: u64) -> Result<u64, Error> {
        match self.0 {}
    }

    /// Copies from it.
    ///
    /// # Errors
    /// Never: there is none.
    pub fn read<C>(&self, _: &C, _: usize, _: &mut [u8]) -> Result<(), Error> {
        match self.0 {}
    }

    /// Copies into it.
    ///
    /// # Errors
    /// Never: there is none.
    pub fn write<C>(&self, _: &mut C, _: usize, _: &[u8]) -> Result<(), Error> {
        match self.0 {}
    }
}
