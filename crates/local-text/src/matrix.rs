//! Weights as they lie in memory: eight rows side by side, so that one instruction works on all of them. The numbers are those of the
//! file, bit for bit.

use std::array;

use crate::gguf::TensorKind;

/// Numbers that share a scale.
pub(crate) const BLOCK: usize = 32;
/// Rows that lie side by side.
pub(crate) const ROWS: usize = 8;
/// Neighbouring numbers of a row that lie together.
pub(crate) const QUAD: usize = 4;
/// Quads of a block.
pub(crate) const QUADS: usize = BLOCK / QUAD;
const QUAD_BYTES: usize = ROWS * QUAD;

/// A number of 16 bits, as the file has it.
pub(crate) type Half = u16;

/// Eight rows of 32 numbers, each `scale * quantum + minimum`.
pub(crate) struct FourBitBlock {
    pub(crate) scales: [Half; ROWS],
    pub(crate) minimums: [Half; ROWS],
    /// In the low halves of the bytes the first 16 numbers of each row, in the high halves the other 16; four of a row together.
    pub(crate) quanta: [[u8; QUAD_BYTES]; QUADS / 2],
}

/// Eight rows of 32 numbers, each `scale * quantum`.
pub(crate) struct EightBitBlock {
    pub(crate) scales: [Half; ROWS],
    /// Four of a row together.
    pub(crate) quanta: [[i8; QUAD_BYTES]; QUADS],
}

/// A matrix of weights.
pub(crate) struct Matrix {
    rows: usize,
    columns: usize,
    panels: Panels,
}

/// The blocks of eight rows, then those of the next eight.
pub(crate) enum Panels {
    FourBit(Vec<FourBitBlock>),
    EightBit(Vec<EightBitBlock>),
}

impl Matrix {
    /// The matrix of a tensor's bytes; nothing if they are of another kind or number.
    pub(crate) fn new(kind: TensorKind, rows: usize, columns: usize, bytes: &[u8]) -> Option<Self> {
        if !rows.is_multiple_of(ROWS) || !columns.is_multiple_of(BLOCK) {
            return None;
        }
        let (blocks, panels) = (columns / BLOCK, rows / ROWS);
        let places = (0..panels).flat_map(|panel| (0..blocks).map(move |block| (panel, block)));
        let panels = match kind {
            TensorKind::FourBit => {
                let file = exactly::<{ 4 + BLOCK / 2 }>(bytes, rows * blocks)?;
                let packed = places.map(|place| FourBitBlock::pack(&block_of(file, blocks, place)));
                Panels::FourBit(packed.collect())
            }
            TensorKind::EightBit => {
                let file = exactly::<{ 2 + BLOCK }>(bytes, rows * blocks)?;
                let packed = places.map(|place| EightBitBlock::pack(&block_of(file, blocks, place)));
                Panels::EightBit(packed.collect())
            }
            TensorKind::Float | TensorKind::Other(_) => return None,
        };
        Some(Self { rows, columns, panels })
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    pub(crate) fn panels(&self) -> &Panels {
        &self.panels
    }

    /// Writes a row's numbers; there must be as many places as columns.
    pub(crate) fn write_row(&self, row: usize, numbers: &mut [f32]) {
        let (panel, lane) = (row / ROWS, row % ROWS);
        let blocks = self.columns / BLOCK;
        let range = panel * blocks..(panel + 1) * blocks;
        let places = numbers.as_chunks_mut::<BLOCK>().0.iter_mut();
        match &self.panels {
            Panels::FourBit(all) => {
                all[range].iter().zip(places).for_each(|(block, place)| *place = block.row(lane));
            }
            Panels::EightBit(all) => {
                all[range].iter().zip(places).for_each(|(block, place)| *place = block.row(lane));
            }
        }
    }
}

fn exactly<const N: usize>(bytes: &[u8], count: usize) -> Option<&[[u8; N]]> {
    let (blocks, rest) = bytes.as_chunks();
    (rest.is_empty() && blocks.len() == count).then_some(blocks)
}

/// The blocks of eight rows at one place.
fn block_of<const N: usize>(
    file: &[[u8; N]],
    blocks: usize,
    (panel, block): (usize, usize),
) -> [[u8; N]; ROWS] {
    array::from_fn(|lane| file[(panel * ROWS + lane) * blocks + block])
}

fn half_at(bytes: &[u8], at: usize) -> Half {
    Half::from_le_bytes([bytes[at], bytes[at + 1]])
}

impl FourBitBlock {
    /// From the file's order: scale, minimum, then 16 bytes with number n in the low and number n + 16 in the high half.
    fn pack(rows: &[[u8; 4 + BLOCK / 2]; ROWS]) -> Self {
        Self {
            scales: array::from_fn(|lane| half_at(&rows[lane], 0)),
            minimums: array::from_fn(|lane| half_at(&rows[lane], 2)),
            quanta: array::from_fn(|quad| array::from_fn(|at| rows[at / QUAD][4 + quad * QUAD + at % QUAD])),
        }
    }

    fn row(&self, lane: usize) -> [f32; BLOCK] {
        let (scale, minimum) = (widen(self.scales[lane]), widen(self.minimums[lane]));
        array::from_fn(|column| {
            let byte = self.quanta[column / QUAD % (QUADS / 2)][lane * QUAD + column % QUAD];
            let quantum = if column < BLOCK / 2 { byte & 15 } else { byte >> 4 };
            scale * f32::from(quantum) + minimum
        })
    }
}

impl EightBitBlock {
    /// From the file's order: scale, then 32 numbers.
    fn pack(rows: &[[u8; 2 + BLOCK]; ROWS]) -> Self {
        Self {
            scales: array::from_fn(|lane| half_at(&rows[lane], 0)),
            quanta: array::from_fn(|quad| {
                array::from_fn(|at| rows[at / QUAD][2 + quad * QUAD + at % QUAD].cast_signed())
            }),
        }
    }

    fn row(&self, lane: usize) -> [f32; BLOCK] {
        let scale = widen(self.scales[lane]);
        array::from_fn(|column| scale * f32::from(self.quanta[column / QUAD][lane * QUAD + column % QUAD]))
    }
}

/// A number of 16 bits as one of 32.
pub(crate) fn widen(half: Half) -> f32 {
    let sign = u32::from(half & 0x8000) << 16;
    let (exponent, fraction) = (u32::from(half >> 10 & 31), u32::from(half & 0x3ff));
    match exponent {
        0 => {
            let tiny = f32::from(half & 0x3ff) / f32::from(1_u16 << 12) / f32::from(1_u16 << 12);
            f32::from_bits(tiny.to_bits() | sign)
        }
        31 => f32::from_bits(sign | 0x7f80_0000 | fraction << 13),
        _ => f32::from_bits(sign | (exponent + 112) << 23 | fraction << 13),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_widened() {
        for (half, number) in [
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x3555, 0.333_251_95),
            (0x7bff, 65504.0),
            (0x0001, 5.960_464_5e-8),
            (0x8400, -6.103_515_6e-5),
            (0x0000, 0.0),
            (0x7c00, f32::INFINITY),
        ] {
            assert_eq!(widen(half).to_bits(), f32::to_bits(number), "{half:x}");
        }
        assert!(widen(0x7e00).is_nan());
    }

    #[test]
    fn rows_come_back_as_they_were() {
        let block = |row: u8| [&[0, 0x3c, 0, 0xbc], [row << 4 | (15 - row); 16].as_slice()].concat();
        let bytes: Vec<u8> = (0..8).flat_map(block).collect();
        let matrix = Matrix::new(TensorKind::FourBit, 8, 32, &bytes).unwrap();
        let mut numbers = [0.0; 32];
        matrix.write_row(3, &mut numbers);
        assert_eq!((numbers[..16].to_vec(), numbers[16..].to_vec()), (vec![11.0; 16], vec![2.0; 16]));
        assert!(Matrix::new(TensorKind::FourBit, 8, 32, &bytes[1..]).is_none());
        assert!(Matrix::new(TensorKind::FourBit, 4, 64, &bytes).is_none());
        assert!(Matrix::new(TensorKind::Float, 8, 32, &bytes).is_none());
    }
}
