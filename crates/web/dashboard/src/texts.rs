//! Texts in both languages, side by side, so that none is missing.

/// Makes a struct of texts with one value per language.
macro_rules! texts {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $english:expr, $vietnamese:expr;)* }) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub(crate) struct $name {
            $(pub(crate) $field: &'static str,)*
        }

        impl $name {
            /// The texts of a language.
            pub(crate) fn of(language: domain::locale::Language) -> &'static Self {
                static ENGLISH: $name = $name { $($field: $english,)* };
                static VIETNAMESE: $name = $name { $($field: $vietnamese,)* };
                if language == domain::locale::Language::VIETNAMESE { &VIETNAMESE } else { &ENGLISH }
            }
        }
    };
}
pub(crate) use texts;
