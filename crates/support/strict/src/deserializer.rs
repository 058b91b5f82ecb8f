//! A serde deserializer over JSON values whose error is [`FieldError`].

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Number, Value};

use crate::error::FieldError;

/// A value that is being deserialised.
pub(crate) struct Node {
    value: Value,
    text_may_stand_for_other_types: bool,
}

impl Node {
    pub(crate) fn exact(value: Value) -> Self {
        Self { value, text_may_stand_for_other_types: false }
    }

    pub(crate) fn lenient(value: Value) -> Self {
        Self { value, text_may_stand_for_other_types: true }
    }

    fn child(&self, value: Value) -> Self {
        Self { value, text_may_stand_for_other_types: self.text_may_stand_for_other_types }
    }

    /// Reads a text as a number or a boolean where one is expected.
    fn read_scalar_text(self) -> Self {
        let meaning = match &self.value {
            Value::String(text) if self.text_may_stand_for_other_types => {
                serde_json::from_str::<Value>(text.trim()).ok()
            }
            _ => None,
        };
        match meaning {
            Some(value @ (Value::Number(_) | Value::Bool(_))) => self.child(value),
            _ => self,
        }
    }

    /// Reads `a,b`, or the same as JSON: `["a","b"]`.
    fn read_list_text(self) -> Self {
        let items = match &self.value {
            Value::String(text) if self.text_may_stand_for_other_types && text.trim().starts_with('[') => {
                match serde_json::from_str::<Vec<Value>>(text) {
                    Ok(items) => items,
                    Err(_) => return self,
                }
            }
            Value::String(text) if self.text_may_stand_for_other_types => text
                .split(',')
                .map(str::trim)
                .filter(|item| !item.is_empty())
                .map(|item| Value::String(item.to_owned()))
                .collect(),
            _ => return self,
        };
        self.child(Value::Array(items))
    }

    /// Reads 2000.0 as the integer 2000: JSON has one kind of number.
    fn read_whole_number(self) -> Self {
        let node = self.read_scalar_text();
        match whole_number(&node.value) {
            Some(number) => node.child(Value::Number(number)),
            None => node,
        }
    }
}

fn whole_number(value: &Value) -> Option<Number> {
    const EXACT_LIMIT: f64 = 9_007_199_254_740_992.0;
    let float = match value {
        Value::Number(number) if number.is_f64() => number.as_f64()?,
        _ => return None,
    };
    if float.fract() != 0.0 || float.abs() > EXACT_LIMIT {
        return None;
    }
    format!("{float:.0}").parse::<i64>().ok().map(Number::from)
}

impl IntoDeserializer<'_, FieldError> for Node {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

macro_rules! whole_numbers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
            self.read_whole_number().deserialize_any(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for Node {
    type Error = FieldError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        let lenient = self.text_may_stand_for_other_types;
        let child = move |value| Node { value, text_may_stand_for_other_types: lenient };
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(value),
            Value::Number(number) => visit_number(&number, visitor),
            Value::String(text) => visitor.visit_string(text),
            Value::Array(items) => visitor
                .visit_seq(Items { inner: SeqDeserializer::new(items.into_iter().map(child)), index: 0 }),
            Value::Object(fields) => visitor.visit_map(Fields {
                inner: MapDeserializer::new(fields.into_iter().map(|(name, value)| (name, child(value)))),
                current: String::new(),
            }),
        }
    }

    whole_numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        self.read_scalar_text().deserialize_any(visitor)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        self.read_scalar_text().deserialize_any(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        self.read_scalar_text().deserialize_any(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        self.read_list_text().deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        match self.value {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        mut self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        // A `null` field of any type is treated as absent, so that it gets its default.
        if let Value::Object(values) = &mut self.value {
            values.retain(|name, value| !value.is_null() || !fields.contains(&name.as_str()));
        }
        match self.value {
            // Serde would accept a list for a struct, field by field, which is never the sender's intention.
            Value::Array(_) => Err(FieldError::invalid_type(Unexpected::Seq, &"an object")),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        match self.value {
            Value::String(variant) => visitor.visit_enum(UnitVariant(variant)),
            other => Err(FieldError::invalid_type(unexpected(&other), &"a string")),
        }
    }

    forward_to_deserialize_any! {
        i128 u128 char str string bytes byte_buf unit unit_struct tuple tuple_struct map identifier ignored_any
    }
}

fn visit_number<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value, FieldError> {
    if let Some(value) = number.as_u64() {
        visitor.visit_u64(value)
    } else if let Some(value) = number.as_i64() {
        visitor.visit_i64(value)
    } else {
        visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN))
    }
}

fn unexpected(value: &Value) -> Unexpected<'_> {
    match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(value) => Unexpected::Bool(*value),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(value), _) => Unexpected::Unsigned(value),
            (None, Some(value)) => Unexpected::Signed(value),
            (None, None) => Unexpected::Float(number.as_f64().unwrap_or(f64::NAN)),
        },
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    }
}

/// Tracks the field being read, so that an error inside it gets its name.
struct Fields<'de, I: Iterator<Item = (String, Node)>> {
    inner: MapDeserializer<'de, I, FieldError>,
    current: String,
}

impl<'de, I: Iterator<Item = (String, Node)>> MapAccess<'de> for Fields<'de, I> {
    type Error = FieldError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, FieldError> {
        self.inner.next_key_seed(RememberKey { seed, current: &mut self.current })
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, FieldError> {
        self.inner.next_value_seed(seed).map_err(|error: FieldError| error.within_field(&self.current))
    }
}

struct RememberKey<'a, S> {
    seed: S,
    current: &'a mut String,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for RememberKey<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        *self.current = de::Deserialize::deserialize(deserializer)?;
        self.seed.deserialize(self.current.as_str().into_deserializer())
    }
}

/// Tracks the element being read, so that an error inside it gets its number.
struct Items<I> {
    inner: SeqDeserializer<I, FieldError>,
    index: usize,
}

impl<'de, I: Iterator<Item = Node>> SeqAccess<'de> for Items<I> {
    type Error = FieldError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, FieldError> {
        let index = self.index;
        self.index += 1;
        self.inner.next_element_seed(seed).map_err(|error: FieldError| error.within_index(index))
    }
}

/// A variant without data, given by its name.
struct UnitVariant(String);

impl<'de> EnumAccess<'de> for UnitVariant {
    type Error = FieldError;
    type Variant = NoData;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, NoData), FieldError> {
        Ok((seed.deserialize(self.0.into_deserializer())?, NoData))
    }
}

struct NoData;

impl<'de> VariantAccess<'de> for NoData {
    type Error = FieldError;

    fn unit_variant(self) -> Result<(), FieldError> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _seed: T) -> Result<T::Value, FieldError> {
        Err(FieldError::custom("expected a plain name"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, _visitor: V) -> Result<V::Value, FieldError> {
        Err(FieldError::custom("expected a plain name"))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value, FieldError> {
        Err(FieldError::custom("expected a plain name"))
    }
}
