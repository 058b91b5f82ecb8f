//! A page with its surroundings, parsed from a text: lines `key: value`, a line `---`, and the HTML.
//! Everything that is not set is as it should be.
//!
//! | line | meaning |
//! |---|---|
//! | `url: URL` | the URL of the page; `https://www.example.com/guide` |
//! | `given` | the HTML was submitted, there is no response |
//! | `status: 404`, `header: name: value`, `no-header: name`, `http: HTTP/1.1` | the response |
//! | `first-byte: 120`, `wire-bytes: 2000`, `certificate-ends: 2027-01-31`, `bytes: 3000000` | more of the response |
//! | `redirect: 301 FROM TO` | a redirect to the page |
//! | `device: desktop` | the emulated device; `mobile` |
//! | `answer: 0 URL [refused]` | a URL whose host does not exist, or refuses connections |
//! | `answer: 200 URL [type=image/png] [bytes=9] [size=1200x630] [cache=max-age=60] [noindex] [canonical=URL] [alternate=vi=URL] [via=301=URL]` | the response of a URL; `via` is a hop whose target is the next one, or URL |
//! | `unknown: URL REASON` | a URL that could not be requested |
//! | `unchecked-links: 5` | links that were not requested |
//! | `robots-status: 404`, `robots-bytes: 600000`, `robots| a line` | robots.txt |
//! | `sitemap: 200 URL [declared] [entries=3] [problem=words]`, `sitemap-lists: false`, `no-sitemaps` | sitemaps |
//! | `llms-status: 404`, `llms| a line` | llms.txt |
//! | `plain-http: 200 URL [via=...]`, `variant: 200 URL [via=...]` | other URLs of the page; `variant` replaces the usual ones |
//! | `crawler: 200 words=300 [noindex] [title=words to the end]` | the response to a crawler |
//! | `rendering: {json}` | replaces fields of the page load in the browser |
//! | `rendered| a line` | the rendered HTML; else that of the page |
//! | `no-browser: REASON` | there was no browser |
//! | `field: {json}` | the field data; else there is none |
//! | `repeat: 3000 <p>Item {n}</p>` | appends this to the HTML so many times; `{n}` counts from 1 |

use audit::facts::{
    Absence, Answer, AnswerContent, CrawlerView, Facts, Hop, PageAnswer, PageGist, PlainAnswer, Probe,
    Rendered, Response, RobotsAnswer, SitemapFile, Sitemaps, Surroundings,
};
use audit::robots::Robots;
use audit::{Check, Document, Outcome};
use domain::rendering::Rendering;
use domain::search::Device;
use domain::vitals::FieldVitals;
use jiff::civil::date;
use serde_json::{Value, json};
use url::Url;

/// A page with its surroundings.
pub(crate) struct Scenario {
    answer: PageAnswer,
    document: Document,
    surroundings: Surroundings,
    browser: Probe<Rendered>,
    field: Option<FieldVitals>,
    device: Device,
}

impl Scenario {
    pub(crate) fn parse(text: &str) -> Self {
        let Some((settings, html)) = text.split_once("---\n") else { panic!("a scenario has no line `---`") };
        let html = &continued(settings, html);
        let mut draft = Draft::new(settings, html);
        for line in settings.lines().filter(|line| !line.trim().is_empty()) {
            draft.line(line);
        }
        draft.finish(html)
    }

    /// Runs a check on it.
    pub(crate) fn run(&self, check: &Check) -> Outcome {
        (check.run)(&self.facts())
    }

    /// All facts about the page.
    pub(crate) fn facts(&self) -> Facts<'_> {
        Facts {
            answer: &self.answer,
            document: &self.document,
            surroundings: &self.surroundings,
            browser: &self.browser,
            field: self.field.as_ref(),
            device: self.device,
            today: date(2026, 11, 16),
        }
    }
}

struct Draft {
    url: Url,
    answer: PageAnswer,
    surroundings: Surroundings,
    robots: Vec<String>,
    robots_status: u16,
    robots_bytes: Option<usize>,
    llms: Vec<String>,
    llms_status: u16,
    usual_variants: bool,
    usual_sitemap: bool,
    rendering: Value,
    rendered: Vec<String>,
    no_browser: Option<String>,
    field: Option<FieldVitals>,
    device: Device,
}

/// The HTML with the repeated part.
fn continued(settings: &str, html: &str) -> String {
    let mut html = html.to_owned();
    for line in settings.lines().filter_map(|line| line.strip_prefix("repeat: ")) {
        let (count, piece) = line.split_once(' ').unwrap();
        for number in 1..=count.parse::<usize>().unwrap() {
            html.push_str(&piece.replace("{n}", &number.to_string()));
        }
    }
    html
}

fn url(text: &str) -> Url {
    Url::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

impl Draft {
    fn new(settings: &str, html: &str) -> Self {
        let place = settings
            .lines()
            .find_map(|line| line.strip_prefix("url: "))
            .unwrap_or("https://www.example.com/guide");
        let page = url(place.trim());
        let headers = [
            ("content-type", "text/html; charset=utf-8"),
            ("content-encoding", "br"),
            ("cache-control", "max-age=600"),
            ("strict-transport-security", "max-age=31536000; includeSubDomains"),
            ("content-security-policy", "default-src 'self'; frame-ancestors 'none'"),
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "strict-origin-when-cross-origin"),
        ];
        let response = Response {
            status: 200,
            headers: headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
            wire_bytes: html.len() as u64 / 3,
            http_version: "HTTP/2".to_owned(),
            first_byte_ms: 90.0,
            certificate_ends: Some(date(2027, 6, 1)),
        };
        let answer = PageAnswer {
            requested: page.clone(),
            url: page.clone(),
            redirects: Vec::new(),
            response: Some(response),
            bytes: html.len(),
            truncated: false,
        };
        Self {
            url: page,
            answer,
            surroundings: Surroundings::unknown("it was not asked"),
            robots: Vec::new(),
            robots_status: 200,
            robots_bytes: None,
            llms: Vec::new(),
            llms_status: 200,
            usual_variants: true,
            usual_sitemap: true,
            rendering: json!({}),
            rendered: Vec::new(),
            no_browser: None,
            field: None,
            device: Device::Mobile,
        }
    }

    fn line(&mut self, line: &str) {
        if let Some((key, rest)) = line.split_once('|')
            && matches!(key, "robots" | "llms" | "rendered")
        {
            let rest = rest.strip_prefix(' ').unwrap_or(rest).to_owned();
            match key {
                "robots" => self.robots.push(rest),
                "llms" => self.llms.push(rest),
                _ => self.rendered.push(rest),
            }
            return;
        }
        let (key, value) = line.split_once(':').map_or((line, ""), |(key, value)| (key, value.trim()));
        self.setting(key.trim(), value);
    }

    fn setting(&mut self, key: &str, value: &str) {
        match key {
            "url" | "repeat" => {}
            "given" => self.answer.response = None,
            "bytes" => self.answer.bytes = value.parse().unwrap(),
            "status" | "header" | "no-header" | "http" | "first-byte" | "wire-bytes" | "certificate-ends" => {
                self.response(key, value);
            }
            "redirect" => {
                let [status, from, to] = words(value);
                let hop = Hop { from: url(from), status: status.parse().unwrap(), to: url(to) };
                if self.answer.redirects.is_empty() {
                    self.answer.requested = hop.from.clone();
                }
                self.answer.redirects.push(hop);
            }
            "device" => self.device = if value == "desktop" { Device::Desktop } else { Device::Mobile },
            "answer" => {
                let (place, answer) = answer(value);
                self.surroundings.answers.insert(place, Probe::Known(answer));
            }
            "unknown" => {
                let (place, reason) = value.split_once(' ').unwrap();
                self.surroundings.answers.insert(url(place), Probe::Unknown(reason.to_owned()));
            }
            "unchecked-links" => self.surroundings.unchecked_links = value.parse().unwrap(),
            "rendering" => self.rendering = serde_json::from_str(value).unwrap(),
            "field" => self.field = Some(serde_json::from_str(value).unwrap()),
            "no-browser" => self.no_browser = Some(value.to_owned()),
            _ => self.around(key, value),
        }
    }

    fn around(&mut self, key: &str, value: &str) {
        match key {
            "robots-status" => self.robots_status = value.parse().unwrap(),
            "robots-bytes" => self.robots_bytes = Some(value.parse().unwrap()),
            "llms-status" => self.llms_status = value.parse().unwrap(),
            "sitemap" => self.sitemaps().files.push(sitemap(value)),
            "sitemap-lists" => self.sitemaps().lists_page = value == "true",
            "no-sitemaps" => self.sitemaps().lists_page = false,
            "plain-http" => self.surroundings.plain_http = Probe::Known(answer(value).1),
            "variant" => {
                self.usual_variants = false;
                let (place, answer) = answer(value);
                self.surroundings.variants.push((place, Probe::Known(answer)));
            }
            "crawler" => self.surroundings.as_crawler = Probe::Known(crawler(value)),
            _ => panic!("a scenario says {key:?}, which means nothing"),
        }
    }

    fn response(&mut self, key: &str, value: &str) {
        let Some(response) = &mut self.answer.response else { panic!("{key} of a page that was handed in") };
        match key {
            "status" => response.status = value.parse().unwrap(),
            "http" => value.clone_into(&mut response.http_version),
            "first-byte" => response.first_byte_ms = value.parse().unwrap(),
            "wire-bytes" => response.wire_bytes = value.parse().unwrap(),
            "certificate-ends" => response.certificate_ends = Some(value.parse().unwrap()),
            "no-header" => response.headers.retain(|(name, _)| name != value),
            _ => {
                let (name, value) = value.split_once(':').unwrap();
                let replaced = !matches!(name, "set-cookie" | "link" | "x-robots-tag");
                response.headers.retain(|(known, _)| !(replaced && known == name));
                response.headers.push((name.to_owned(), value.trim().to_owned()));
            }
        }
    }

    fn sitemaps(&mut self) -> &mut Sitemaps {
        self.usual_sitemap = false;
        if self.surroundings.sitemaps.known().is_none() {
            let sitemaps = Sitemaps { files: Vec::new(), lists_page: true, complete: true };
            self.surroundings.sitemaps = Probe::Known(sitemaps);
        }
        match &mut self.surroundings.sitemaps {
            Probe::Known(sitemaps) => sitemaps,
            Probe::Unknown(_) => unreachable!(),
        }
    }

    fn at(&self, path: &str) -> Url {
        self.url.join(path).unwrap()
    }

    fn finish(mut self, html: &str) -> Scenario {
        let robots_text = if self.robots.is_empty() {
            format!("User-agent: *\nDisallow: /private/\nSitemap: {}", self.at("/sitemap.xml"))
        } else {
            self.robots.join("\n")
        };
        self.surroundings.robots = Probe::Known(RobotsAnswer {
            url: self.at("/robots.txt"),
            status: self.robots_status,
            bytes: self.robots_bytes.unwrap_or(robots_text.len()),
            robots: if self.robots_status < 300 { Robots::parse(&robots_text) } else { Robots::default() },
        });
        if self.usual_sitemap {
            let file = sitemap(&format!("200 {} declared entries=3", self.at("/sitemap.xml")));
            self.sitemaps().files.push(file);
        }
        let llms = if self.llms.is_empty() {
            "# Example\n\n> Guides to brewing coffee at home, tested and kept up to date.\n\n## Guides\n\n- [Cold brew](https://www.example.com/guide): how to make it\n".to_owned()
        } else {
            self.llms.join("\n")
        };
        let (place, status) = (self.at("/llms.txt"), self.llms_status);
        self.surroundings.llms_txt =
            Probe::Known(PlainAnswer { url: place, status, media_type: "text/plain".to_owned(), text: llms });
        self.usual_ways();
        let document = Document::read(html.to_owned(), &self.url);
        let browser = self.browser(html);
        if self.surroundings.as_crawler.known().is_none() {
            self.surroundings.as_crawler = Probe::Known(CrawlerView {
                agent: "Googlebot".to_owned(),
                status: self.answer.response.as_ref().map_or(200, |response| response.status),
                noindex: false,
                title: document.titles.first().map(|title| title.text.clone()),
                words: document.text.word_count(),
            });
        }
        Scenario {
            answer: self.answer,
            document,
            surroundings: self.surroundings,
            browser,
            field: self.field,
            device: self.device,
        }
    }

    /// Plain HTTP and the other host redirect to the page.
    fn usual_ways(&mut self) {
        let mut plain = self.url.clone();
        if plain.scheme() == "https" && self.surroundings.plain_http.known().is_none() {
            plain.set_scheme("http").unwrap();
            self.surroundings.plain_http =
                Probe::Known(answer(&format!("200 {} via=301={plain}", self.url)).1);
        }
        if self.usual_variants {
            let mut bare = self.url.clone();
            let host = bare.host_str().unwrap_or_default().to_owned();
            let other = host.strip_prefix("www.").map_or(format!("www.{host}"), str::to_owned);
            bare.set_host(Some(&other)).unwrap();
            let found = answer(&format!("200 {} via=301={bare}", self.url)).1;
            self.surroundings.variants.push((bare, Probe::Known(found)));
        }
    }

    fn browser(&self, html: &str) -> Probe<Rendered> {
        if let Some(reason) = &self.no_browser {
            return Probe::Unknown(reason.clone());
        }
        let html = if self.rendered.is_empty() { html.to_owned() } else { self.rendered.join("\n") };
        let mut whole = healthy_rendering(self.url.as_str());
        merge(&mut whole, &self.rendering);
        let rendering: Rendering = serde_json::from_value(whole).unwrap();
        Probe::Known(Rendered { rendering, document: Document::read(html, &self.url) })
    }
}

/// The page load of a fast page.
fn healthy_rendering(url: &str) -> Value {
    json!({
        "final_url": url, "html": "", "requests": [], "console_errors": [], "images": [],
        "text_sizes": { "characters": 2000, "small_characters": 0, "small": [] },
        "coverage": [], "font_faces": [],
        "vitals": {
            "lcp_ms": 800.0, "lcp_element": null, "cls": 0.01, "shifts": [], "tbt_ms": 20.0, "fcp_ms": 500.0,
            "speed_index_ms": 700.0, "inp_ms": 40.0, "inp_element": null, "ttfb_ms": 90.0, "long_tasks": [],
        },
        "load": {
            "browser": "Chrome/150", "runs": 1, "lcpOfRunsMs": [800.0], "watchedMs": 3000.0, "settled": true,
            "refusedRequests": 0, "dialogsClosed": 0,
        },
        "throttling": {
            "profile": "slow_4g", "rttMs": 150.0, "requestLatencyMs": 562.5, "downloadKbps": 1474.56,
            "uploadKbps": 675.0, "cpuSlowdown": 4.0,
        },
    })
}

fn merge(whole: &mut Value, part: &Value) {
    match (whole, part) {
        (Value::Object(whole), Value::Object(part)) => {
            for (key, value) in part {
                merge(whole.entry(key.clone()).or_insert(Value::Null), value);
            }
        }
        (whole, part) => *whole = part.clone(),
    }
}

fn words<const COUNT: usize>(value: &str) -> [&str; COUNT] {
    let words: Vec<&str> = value.split_whitespace().collect();
    words.try_into().unwrap_or_else(|_| panic!("{value}: {COUNT} words are needed"))
}

fn answer(value: &str) -> (Url, Answer) {
    let mut words = value.split_whitespace();
    let status: u16 = words.next().unwrap().parse().unwrap();
    let last = url(words.next().unwrap());
    let mut answer = Answer {
        status,
        redirects: Vec::new(),
        url: last.clone(),
        media_type: if status == 0 { String::new() } else { "text/html".to_owned() },
        bytes: None,
        cache_control: None,
        content: if status == 0 { AnswerContent::Absent(Absence::NoSuchHost) } else { AnswerContent::Unread },
    };
    let mut gist = PageGist::default();
    let mut hops: Vec<(u16, Url)> = Vec::new();
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        match key {
            "type" => value.clone_into(&mut answer.media_type),
            "bytes" => answer.bytes = Some(value.parse().unwrap()),
            "cache" => answer.cache_control = Some(value.to_owned()),
            "size" => {
                let (width, height) = value.split_once('x').unwrap();
                answer.content =
                    AnswerContent::Picture { width: width.parse().unwrap(), height: height.parse().unwrap() };
            }
            "refused" => answer.content = AnswerContent::Absent(Absence::NoConnection),
            "noindex" => gist.noindex = true,
            "canonical" => gist.canonical = Some(url(value)),
            "alternate" => {
                let (code, place) = value.split_once('=').unwrap();
                gist.alternates.push((code.to_owned(), url(place)));
            }
            "via" => {
                let (status, place) = value.split_once('=').unwrap();
                hops.push((status.parse().unwrap(), url(place)));
            }
            _ => panic!("an answer says {word:?}, which means nothing"),
        }
    }
    let targets =
        hops.iter().skip(1).map(|(_, place)| place.clone()).chain([last.clone()]).collect::<Vec<_>>();
    let first = hops.first().map_or(last, |(_, place)| place.clone());
    answer.redirects =
        hops.into_iter().zip(targets).map(|((status, from), to)| Hop { from, status, to }).collect();
    if answer.content == AnswerContent::Unread && answer.media_type == "text/html" {
        answer.content = AnswerContent::Page(gist);
    }
    (first, answer)
}

fn sitemap(value: &str) -> SitemapFile {
    let (value, problem) = value
        .split_once(" problem=")
        .map_or((value, None), |(value, problem)| (value, Some(problem.to_owned())));
    let mut words = value.split_whitespace();
    let status = words.next().unwrap().parse().unwrap();
    let mut file =
        SitemapFile { url: url(words.next().unwrap()), status, declared: false, problem, entries: 0 };
    for word in words {
        match word.split_once('=') {
            None if word == "declared" => file.declared = true,
            Some(("entries", entries)) => file.entries = entries.parse().unwrap(),
            _ => panic!("a sitemap says {word:?}, which means nothing"),
        }
    }
    file
}

fn crawler(value: &str) -> CrawlerView {
    let (value, title) =
        value.split_once(" title=").map_or((value, None), |(value, title)| (value, Some(title.to_owned())));
    let status = value.split_whitespace().next().unwrap().parse().unwrap();
    let count = value.split_whitespace().find_map(|word| word.strip_prefix("words="));
    CrawlerView {
        agent: "Googlebot".to_owned(),
        status,
        noindex: value.contains(" noindex"),
        title,
        words: count.map_or(0, |count| count.parse().unwrap()),
    }
}
