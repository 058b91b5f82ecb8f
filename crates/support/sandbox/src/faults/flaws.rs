//! What can be wrong with an image or a text that comes as a success.

/// What can be wrong with an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Flaw {
    /// `lettering`: it holds words.
    Lettering,
    /// `stubborn-lettering`: it is full of words from edge to edge.
    StubbornLettering,
    /// `wrong-type`: it is a GIF.
    WrongType,
    /// `huge`: it says that it has 60,000 by 60,000 pixels.
    Huge,
    /// `bomb`: a small file that unpacks to a gibibyte.
    Bomb,
    /// `truncated-picture`: half of its file is missing.
    TruncatedPicture,
}

impl Flaw {
    pub(crate) const ALL: [Self; 6] = [
        Self::Lettering,
        Self::StubbornLettering,
        Self::WrongType,
        Self::Huge,
        Self::Bomb,
        Self::TruncatedPicture,
    ];

    /// The name in fault words.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Lettering => "lettering",
            Self::StubbornLettering => "stubborn-lettering",
            Self::WrongType => "wrong-type",
            Self::Huge => "huge",
            Self::Bomb => "bomb",
            Self::TruncatedPicture => "truncated-picture",
        }
    }

    /// The flaw of a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|flaw| flaw.name() == name)
    }
}

/// What can be wrong with a text. Names, headings and other short texts stay as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextFlaw {
    /// `repeated-text`: one sentence again and again.
    Repeated,
    /// `short-text`: two words.
    Short,
    /// `long-text`: ten times as long.
    Long,
    /// `garbage-text`: letters in no order, and no JSON where JSON is asked for.
    Garbage,
}

impl TextFlaw {
    pub(crate) const ALL: [Self; 4] = [Self::Repeated, Self::Short, Self::Long, Self::Garbage];

    /// The name in fault words.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Repeated => "repeated-text",
            Self::Short => "short-text",
            Self::Long => "long-text",
            Self::Garbage => "garbage-text",
        }
    }

    /// The flaw of a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|flaw| flaw.name() == name)
    }
}
