//! Flaws of an image or a text in a successful response.

/// A flaw of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Flaw {
    /// `lettering`: the image contains text.
    Lettering,
    /// `stubborn-lettering`: the image is full of text from edge to edge.
    StubbornLettering,
    /// `wrong-type`: the image is a GIF.
    WrongType,
    /// `huge`: the image declares 60,000 by 60,000 pixels.
    Huge,
    /// `bomb`: the image is a small file that unpacks to a gibibyte.
    Bomb,
    /// `truncated-picture`: half of the file is missing.
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

    /// The flaw with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|flaw| flaw.name() == name)
    }
}

/// A flaw of a text. Names, headings and other short texts are not affected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextFlaw {
    /// `repeated-text`: one sentence is repeated.
    Repeated,
    /// `short-text`: the text has two words.
    Short,
    /// `long-text`: the text is ten times as long.
    Long,
    /// `garbage-text`: letters in random order, and invalid JSON where JSON is requested.
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

    /// The flaw with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|flaw| flaw.name() == name)
    }
}
