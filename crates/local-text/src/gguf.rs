//! Reads GGUF files. Nothing in a file is believed before it was compared with the file's length, so a broken one costs neither a
//! panic nor memory out of proportion to the file.

use std::io::{self, Read, Seek, SeekFrom};

use rustc_hash::FxHashMap;

use crate::error::LoadError;

const MAGIC: [u8; 4] = *b"GGUF";
const VERSIONS: std::ops::RangeInclusive<u32> = 2..=3;
const USUAL_ALIGNMENT: i64 = 32;
const MOST_ENTRIES: u64 = 100_000;
const MOST_DIMENSIONS: u32 = 4;

/// A file whose header was read.
pub(crate) struct Gguf<R> {
    source: R,
    metadata: FxHashMap<String, Value>,
    tensors: FxHashMap<String, Tensor>,
    data_start: u64,
    /// Bytes of tensors that may still be read. Tensors that share their bytes would use up more than there are.
    left: u64,
}

/// What the file says about itself.
enum Value {
    Integer(i64),
    Float(f32),
    Text(String),
    Texts(Vec<String>),
    Integers(Vec<i64>),
    /// Of a kind that nobody asks for.
    Other,
}

struct Tensor {
    kind: TensorKind,
    /// From the innermost to the outermost.
    shape: Vec<u64>,
    offset: u64,
}

/// How the numbers of a tensor are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TensorKind {
    /// Plain numbers.
    Float,
    /// 32 numbers share a scale and a minimum; each has four bits.
    FourBit,
    /// 32 numbers share a scale; each has eight bits.
    EightBit,
    /// Anything else.
    Other(u32),
}

impl TensorKind {
    fn of(number: u32) -> Self {
        match number {
            0 => Self::Float,
            3 => Self::FourBit,
            8 => Self::EightBit,
            other => Self::Other(other),
        }
    }

    /// Numbers of a block, and its bytes.
    fn block(self) -> Option<(u64, u64)> {
        match self {
            Self::Float => Some((1, 4)),
            Self::FourBit => Some((32, 20)),
            Self::EightBit => Some((32, 34)),
            Self::Other(_) => None,
        }
    }
}

impl<R: Read + Seek> Gguf<R> {
    /// Reads the header.
    pub(crate) fn open(mut source: R) -> Result<Self, LoadError> {
        let length = source.seek(SeekFrom::End(0))?;
        source.rewind()?;
        let mut header = Header { source: io::BufReader::new(source), left: length };
        if header.array()? != MAGIC {
            return Err(LoadError::NotGguf);
        }
        let version = header.u32()?;
        if !VERSIONS.contains(&version) {
            return Err(LoadError::Unsupported(format!("version {version} of GGUF")));
        }
        let (tensors, entries) = (header.count()?, header.count()?);
        let metadata: FxHashMap<_, _> = (0..entries).map(|_| header.entry()).collect::<Result<_, _>>()?;
        let tensors = (0..tensors).map(|_| header.tensor()).collect::<Result<_, _>>()?;
        let alignment = match metadata.get("general.alignment") {
            Some(Value::Integer(alignment)) => *alignment,
            _ => USUAL_ALIGNMENT,
        };
        let alignment = u64::try_from(alignment).ok().filter(|alignment| alignment.is_power_of_two());
        let alignment = alignment.ok_or(LoadError::Broken("the alignment"))?;
        let read = length - header.left;
        let data_start =
            read.checked_next_multiple_of(alignment).ok_or(LoadError::Broken("the alignment"))?;
        let left = length.checked_sub(data_start).ok_or(LoadError::Broken("the file ends early"))?;
        Ok(Self { source: header.source.into_inner(), metadata, tensors, data_start, left })
    }

    pub(crate) fn integer(&self, key: &'static str) -> Result<i64, LoadError> {
        match self.metadata.get(key) {
            Some(Value::Integer(number)) => Ok(*number),
            _ => Err(LoadError::Missing(key)),
        }
    }

    pub(crate) fn float(&self, key: &'static str) -> Result<f32, LoadError> {
        match self.metadata.get(key) {
            Some(Value::Float(number)) => Ok(*number),
            _ => Err(LoadError::Missing(key)),
        }
    }

    pub(crate) fn text(&self, key: &'static str) -> Result<&str, LoadError> {
        match self.metadata.get(key) {
            Some(Value::Text(text)) => Ok(text),
            _ => Err(LoadError::Missing(key)),
        }
    }

    pub(crate) fn texts(&self, key: &'static str) -> Result<&[String], LoadError> {
        match self.metadata.get(key) {
            Some(Value::Texts(texts)) => Ok(texts),
            _ => Err(LoadError::Missing(key)),
        }
    }

    pub(crate) fn integers(&self, key: &'static str) -> Result<&[i64], LoadError> {
        match self.metadata.get(key) {
            Some(Value::Integers(numbers)) => Ok(numbers),
            _ => Err(LoadError::Missing(key)),
        }
    }

    pub(crate) fn has_tensor(&self, name: &str) -> bool {
        self.tensors.contains_key(name)
    }

    /// The bytes of a tensor, which must have this shape, the innermost dimension first.
    pub(crate) fn tensor(&mut self, name: &str, shape: &[usize]) -> Result<(TensorKind, Vec<u8>), LoadError> {
        let missing = || LoadError::Tensor { name: name.to_owned(), what: "is missing" };
        let tensor = self.tensors.get(name).ok_or_else(missing)?;
        let wrong = |what| LoadError::Tensor { name: name.to_owned(), what };
        if !tensor.shape.iter().copied().eq(shape.iter().map(|&size| size as u64)) {
            return Err(wrong("has another shape"));
        }
        let bytes = tensor_bytes(tensor).ok_or_else(|| wrong("is of a kind that is not read"))?;
        self.left = self.left.checked_sub(bytes).ok_or_else(|| wrong("is larger than the file"))?;
        let start =
            self.data_start.checked_add(tensor.offset).ok_or_else(|| wrong("is outside of the file"))?;
        self.source.seek(SeekFrom::Start(start))?;
        let mut content = Vec::new();
        let read = (&mut self.source).take(bytes).read_to_end(&mut content)?;
        if read as u64 != bytes {
            return Err(wrong("is outside of the file"));
        }
        Ok((tensor.kind, content))
    }
}

fn tensor_bytes(tensor: &Tensor) -> Option<u64> {
    let (numbers, bytes) = tensor.kind.block()?;
    let inner = *tensor.shape.first()?;
    let rows = tensor.shape[1..].iter().try_fold(1_u64, |product, &size| product.checked_mul(size))?;
    let blocks = inner.is_multiple_of(numbers).then_some(inner / numbers)?.checked_mul(rows)?;
    blocks.checked_mul(bytes)
}

/// The part before the tensors.
struct Header<R> {
    source: R,
    left: u64,
}

impl<R: Read> Header<R> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], LoadError> {
        self.spend(N as u64)?;
        let mut bytes = [0; N];
        self.source.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    fn spend(&mut self, bytes: u64) -> Result<(), LoadError> {
        self.left = self.left.checked_sub(bytes).ok_or(LoadError::Broken("the file ends early"))?;
        Ok(())
    }

    fn u32(&mut self) -> Result<u32, LoadError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    fn u64(&mut self) -> Result<u64, LoadError> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    fn count(&mut self) -> Result<u64, LoadError> {
        let count = self.u64()?;
        if count <= MOST_ENTRIES { Ok(count) } else { Err(LoadError::Broken("there are too many entries")) }
    }

    fn string(&mut self) -> Result<String, LoadError> {
        let length = self.u64()?;
        self.spend(length)?;
        let mut bytes = Vec::new();
        (&mut self.source).take(length).read_to_end(&mut bytes)?;
        String::from_utf8(bytes).map_err(|_| LoadError::Broken("a text is not UTF-8"))
    }

    fn entry(&mut self) -> Result<(String, Value), LoadError> {
        let key = self.string()?;
        let kind = self.u32()?;
        let value = match kind {
            9 => self.values()?,
            _ => self.value(kind)?,
        };
        Ok((key, value))
    }

    fn value(&mut self, kind: u32) -> Result<Value, LoadError> {
        Ok(match kind {
            0 | 7 => Value::Integer(u8::from_le_bytes(self.array()?).into()),
            1 => Value::Integer(i8::from_le_bytes(self.array()?).into()),
            2 => Value::Integer(u16::from_le_bytes(self.array()?).into()),
            3 => Value::Integer(i16::from_le_bytes(self.array()?).into()),
            4 => Value::Integer(self.u32()?.into()),
            5 => Value::Integer(i32::from_le_bytes(self.array()?).into()),
            6 => Value::Float(f32::from_le_bytes(self.array()?)),
            8 => Value::Text(self.string()?),
            10 => i64::try_from(self.u64()?).map_or(Value::Other, Value::Integer),
            11 => Value::Integer(i64::from_le_bytes(self.array()?)),
            12 => {
                self.array::<8>()?;
                Value::Other
            }
            _ => return Err(LoadError::Broken("an entry is of an unknown kind")),
        })
    }

    /// A list grows element by element, each of which was paid for with bytes of the file.
    fn values(&mut self) -> Result<Value, LoadError> {
        let (kind, count) = (self.u32()?, self.u64()?);
        let (mut texts, mut integers) = (Vec::new(), Vec::new());
        for _ in 0..count {
            match self.value(kind)? {
                Value::Text(text) => texts.push(text),
                Value::Integer(integer) => integers.push(integer),
                _ => {}
            }
        }
        Ok(match kind {
            8 => Value::Texts(texts),
            0..=5 | 7 | 10 | 11 => Value::Integers(integers),
            _ => Value::Other,
        })
    }

    fn tensor(&mut self) -> Result<(String, Tensor), LoadError> {
        let name = self.string()?;
        let dimensions = self.u32()?;
        if dimensions > MOST_DIMENSIONS {
            return Err(LoadError::Broken("a tensor has too many dimensions"));
        }
        let shape = (0..dimensions).map(|_| self.u64()).collect::<Result<_, _>>()?;
        Ok((name, Tensor { kind: TensorKind::of(self.u32()?), shape, offset: self.u64()? }))
    }
}
