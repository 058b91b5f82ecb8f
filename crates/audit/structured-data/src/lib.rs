//! Structured data of a page: JSON-LD, microdata and `RDFa` Lite, read into one model and checked against
//! schema.org's vocabulary and the requirements of Google's rich results.
//!
//! [`Reader`] reads during a walk of the caller, [`read`] walks by itself; [`check`] reports the problems.
//! All functions are pure, and their cost is bounded for any page. This crate reports problems and their
//! places; the caller decides on their severity.
//!
//! ```
//! use jiff::civil::date;
//! use seo::dom::Dom;
//! use structured_data::{Rule, Subject, check, read};
//! use url::Url;
//!
//! let page = Url::parse("https://example.com/cake")?;
//! let dom = Dom::parse(
//!     r#"<script type="application/ld+json">
//!     { "@context": "https://schema.org", "@type": "Recipe", "name": "Cake", "prepTime": "20 minutes" }
//!     </script>"#,
//! );
//! let report = check(&read(&dom, &page), &Subject { url: &page, canonical: None, today: date(2026, 11, 16) });
//! let problem = &report.problems[0];
//! assert_eq!((problem.rule, problem.path.as_str()), (Rule::ValueType, "Recipe > prepTime"));
//! # Ok::<(), url::ParseError>(())
//! ```

mod attributes;
mod check;
mod json;
mod json_ld;
mod limits;
mod microdata;
mod model;
mod namespace;
mod problem;
mod rdfa;
mod reader;
mod report;
mod suggestion;
mod text_capture;
mod vocabulary;

pub use check::{Subject, check};
pub use model::{Format, Item, ItemId, Place, Property, PropertyValue, StructuredData, Value};
pub use problem::{Problem, Rule};
pub use reader::{Reader, read};
pub use report::{Claim, ClaimKind, Feature, Image, Report, Summary};
