//! A model file made here: a network of one layer with weights by chance, and a tokenizer with few merges.

/// Text that the tiny tokenizer has a few pieces for.
pub(crate) const MERGES: [&str; 8] = ["t h", "th e", "i n", "Ġ the", "a n", "an d", "Ġ and", "o n"];
const MARKS: [&str; 3] = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"];
/// Bytes that have no token, as in the file that we use.
const UNKNOWN_BYTES: [u8; 3] = [4, 0xc0, 0xff];

const WIDTH: u64 = 32;
const FEED_WIDTH: u64 = 64;
const KEY_WIDTH: u64 = 16;
const FOUR_BIT: u32 = 3;
const EIGHT_BIT: u32 = 8;

/// A whole file.
pub(crate) fn file() -> Vec<u8> {
    let tokens = tokens();
    let kinds = (0..tokens.len()).map(|token| if token < MARKS.len() { 3 } else { 1 }).collect::<Vec<i32>>();
    let merges = MERGES.map(str::to_owned);
    let entries = [
        text("general.architecture", "llama"),
        text("general.basename", "tiny"),
        text("general.size_label", "1K"),
        number("llama.block_count", 1),
        number("llama.context_length", 256),
        number("llama.embedding_length", u32::try_from(WIDTH).unwrap()),
        number("llama.feed_forward_length", u32::try_from(FEED_WIDTH).unwrap()),
        number("llama.attention.head_count", 4),
        number("llama.attention.head_count_kv", 2),
        number("llama.rope.dimension_count", 8),
        float("llama.rope.freq_base", 10_000.0),
        float("llama.attention.layer_norm_rms_epsilon", 1e-5),
        text("tokenizer.ggml.model", "gpt2"),
        text("tokenizer.ggml.pre", "smollm"),
        texts("tokenizer.ggml.tokens", &tokens),
        texts("tokenizer.ggml.merges", &merges),
        integers("tokenizer.ggml.token_type", &kinds),
    ];
    let tensors = tensors(tokens.len() as u64);
    let mut file = [b"GGUF".as_slice(), &3_u32.to_le_bytes()].concat();
    file.extend((tensors.len() as u64).to_le_bytes());
    file.extend((entries.len() as u64).to_le_bytes());
    file.extend(entries.concat());
    let mut data = Vec::new();
    for (name, kind, shape) in &tensors {
        data.resize(data.len().next_multiple_of(32), 0);
        file.extend(described(name, *kind, shape, data.len()));
        data.extend(weights(*kind, shape.iter().product(), data.len() as u64));
    }
    file.resize(file.len().next_multiple_of(32), 0);
    file.extend(data);
    file
}

fn tokens() -> Vec<String> {
    let known = (0..=255).filter(|byte| !UNKNOWN_BYTES.contains(byte));
    let bytes = known.map(|byte| letter(byte).to_string());
    let merged = MERGES.iter().map(|merge| merge.replace(' ', ""));
    MARKS.iter().map(|&mark| mark.to_owned()).chain(bytes).chain(merged).collect()
}

/// The character that stands for a byte in token lists.
fn letter(byte: u8) -> char {
    let visible = |byte: &u8| matches!(byte, 33..=126 | 161..=172 | 174..=255);
    if visible(&byte) {
        return byte.into();
    }
    let before = (0..byte).filter(|byte| !visible(byte)).count();
    char::from_u32(0x100 + u32::try_from(before).unwrap()).unwrap()
}

fn tensors(tokens: u64) -> Vec<(&'static str, u32, Vec<u64>)> {
    vec![
        ("token_embd.weight", EIGHT_BIT, vec![WIDTH, tokens]),
        ("output_norm.weight", 0, vec![WIDTH]),
        ("blk.0.attn_norm.weight", 0, vec![WIDTH]),
        ("blk.0.attn_q.weight", FOUR_BIT, vec![WIDTH, WIDTH]),
        ("blk.0.attn_k.weight", FOUR_BIT, vec![WIDTH, KEY_WIDTH]),
        ("blk.0.attn_v.weight", FOUR_BIT, vec![WIDTH, KEY_WIDTH]),
        ("blk.0.attn_output.weight", FOUR_BIT, vec![WIDTH, WIDTH]),
        ("blk.0.ffn_norm.weight", 0, vec![WIDTH]),
        ("blk.0.ffn_gate.weight", FOUR_BIT, vec![WIDTH, FEED_WIDTH]),
        ("blk.0.ffn_up.weight", FOUR_BIT, vec![WIDTH, FEED_WIDTH]),
        ("blk.0.ffn_down.weight", FOUR_BIT, vec![FEED_WIDTH, WIDTH]),
    ]
}

/// Blocks with chance in them. Four bits have the scale 1/32 and the minimum -1/4; eight bits, those of the tokens, have a scale so
/// small that no token is certain.
fn weights(kind: u32, numbers: u64, seed: u64) -> Vec<u8> {
    let mut chance = fastrand::Rng::with_seed(seed);
    let (scale, minimum) = (0x2800_u16.to_le_bytes(), 0xb400_u16.to_le_bytes());
    let small_scale = 0x1800_u16.to_le_bytes();
    let block = |header: &[u8], bytes: usize, chance: &mut fastrand::Rng| {
        [header, &std::iter::repeat_with(|| chance.u8(..)).take(bytes).collect::<Vec<_>>()].concat()
    };
    let blocks = 0..numbers / 32;
    match kind {
        FOUR_BIT => blocks.flat_map(|_| block(&[scale, minimum].concat(), 16, &mut chance)).collect(),
        EIGHT_BIT => blocks.flat_map(|_| block(&small_scale, 32, &mut chance)).collect(),
        _ => (0..numbers).flat_map(|_| 1_f32.to_le_bytes()).collect(),
    }
}

fn string(text: &str) -> Vec<u8> {
    [&(text.len() as u64).to_le_bytes(), text.as_bytes()].concat()
}

fn entry(key: &str, kind: u32, value: &[u8]) -> Vec<u8> {
    [&string(key), kind.to_le_bytes().as_slice(), value].concat()
}

fn text(key: &str, text: &str) -> Vec<u8> {
    entry(key, 8, &string(text))
}

fn number(key: &str, number: u32) -> Vec<u8> {
    entry(key, 4, &number.to_le_bytes())
}

fn float(key: &str, number: f32) -> Vec<u8> {
    entry(key, 6, &number.to_le_bytes())
}

fn texts(key: &str, texts: &[String]) -> Vec<u8> {
    let head = [8_u32.to_le_bytes().as_slice(), &(texts.len() as u64).to_le_bytes()].concat();
    let texts = texts.iter().flat_map(|text| string(text)).collect();
    entry(key, 9, &[head, texts].concat())
}

fn integers(key: &str, numbers: &[i32]) -> Vec<u8> {
    let head = [5_u32.to_le_bytes().as_slice(), &(numbers.len() as u64).to_le_bytes()].concat();
    let numbers = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    entry(key, 9, &[head, numbers].concat())
}

fn described(name: &str, kind: u32, shape: &[u64], offset: usize) -> Vec<u8> {
    let mut bytes = string(name);
    bytes.extend(u32::try_from(shape.len()).unwrap().to_le_bytes());
    bytes.extend(shape.iter().flat_map(|size| size.to_le_bytes()));
    bytes.extend(kind.to_le_bytes());
    bytes.extend((offset as u64).to_le_bytes());
    bytes
}
