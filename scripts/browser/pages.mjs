// Every page of the site, and an account with content for each page.
import { createHmac } from "node:crypto";

import { PASSWORD, Visitor } from "./visitor.mjs";

const TOPIC = "how to make cold brew coffee";
const EMAIL = "lan@example.com";
const ANSWERS = [
  "We use 100 grams of coarse coffee for 800 grams of cold water.",
  "It steeps in the fridge for 14 hours. After 18 hours it tastes bitter.",
  "Strain it twice: first through a sieve, then through a paper filter.",
  "We use 100 grams of coarse coffee for 800 grams of cold water.",
];

/** Pages that anybody reads. */
export const PUBLIC_PAGES = {
  landing: "/",
  pricing: "/pricing",
  checks: "/checks",
  "landing-vi": "/vi",
  "pricing-vi": "/vi/pricing",
  "checks-vi": "/vi/checks",
  docs: "/docs",
  "docs-vi": "/vi/docs",
  "docs-menu": openDocsMenu,
  "guide-quick-start": "/docs/guides/quick-start",
  "guide-quick-start-vi": "/vi/docs/guides/quick-start",
  "guide-articles": "/docs/guides/articles",
  "guide-briefs": "/docs/guides/briefs",
  "guide-images": "/docs/guides/images",
  "guide-webhooks": "/docs/guides/webhooks",
  "guide-webhooks-vi": "/vi/docs/guides/webhooks",
  "guide-sandbox": "/docs/guides/sandbox",
  "guide-credits": "/docs/guides/credits",
  "guide-errors": "/docs/guides/errors",
  "guide-idempotency": "/docs/guides/idempotency",
  "guide-pagination": "/docs/guides/pagination",
  "guide-rate-limits": "/docs/guides/rate-limits",
  "reference-articles": "/docs/reference/articles",
  "reference-articles-vi": "/vi/docs/reference/articles",
  "reference-account-open": openFields,
  "reference-webhooks": "/docs/reference/webhooks",
  "reference-webhooks-vi": "/vi/docs/reference/webhooks",
  "docs-search": "/docs/search?q=webhook",
  "docs-search-vi": "/vi/docs/search?q=webhook",
  "docs-search-nothing": "/docs/search?q=zzzz",
  errors: "/docs/errors",
  "errors-vi": "/vi/docs/errors",
  "log-in": "/login",
  "sign-up": "/signup",
  "forgot-password": "/forgot",
};

/**
 * Takes over the first account, fills it, and gives all its pages by name: an address, or a way that leads to a page
 * that no address shows twice.
 */
export async function furnish(browser, service) {
  const visitor = await Visitor.arrive(browser, service, { viewport: { width: 1280, height: 900 } });
  await visitor.signUp(EMAIL, service.firstSignIn);
  await visitor.useTestMode();
  await visitor.open("/dashboard/requests");
  await visitor.follow("form[action='/dashboard/requests/bodies'] button");
  const key = await visitor.makeKey("Laptop");
  await visitor.buyCredits();
  const purchase = await pathOf(visitor);
  const api = (path, body) => callApi(service, key, path, body);
  await api("/v1/keywords/suggestions", { query: "cold brew" });
  await api("/v1/keywords/suggestions", { query: "" });
  const { imageId } = await api("/v1/images/generate", { prompt: "a calm lake at dawn", size: "1024x1024" });
  const { auditId, reportUrl } = await api("/v1/seo/audit", { url: "https://example.com/guide" });
  await visitor.createArticle(TOPIC, { images: 2 });
  await visitor.watchArticle();
  const article = await pathOf(visitor);
  const hosted = await firstLink(visitor, article, "a[href*='/p/']");
  await saveEdit(visitor, article);
  const outline = await createOutline(visitor);
  const ended = await createOutline(visitor);
  await visitor.page.locator("button.danger[popovertarget=cancel]").click();
  await visitor.follow(".dialog:popover-open button.danger");
  await visitor.createBrief(TOPIC);
  const brief = await pathOf(visitor);
  await visitor.answerQuestions(ANSWERS);
  await visitor.makeArticleFromAnswers();
  const fromNotes = await pathOf(visitor);
  const { endpoint, delivery } = await addEndpoint(visitor);
  const request = await firstLink(visitor, "/dashboard/requests", "a[href^='/dashboard/requests/req_']");
  return {
    visitor,
    key,
    pages: {
      "new-without-engine": newWithoutEngine,
      overview: backInTestMode,
      articles: "/dashboard/articles",
      "article-new": "/dashboard/articles/new?make=model",
      "brief-new": "/dashboard/articles/new",
      "notes-new": `/dashboard/articles/new?make=notes&brief=${brief.split("/").pop()}`,
      brief,
      "brief-open": (other) => openEverything(other, brief),
      "brief-print": `${brief}/print`,
      article,
      "article-from-notes": fromNotes,
      "article-edit": `${article}/edit`,
      "article-edit-preview": (other) => previewEdit(other, article),
      "article-edit-refused": (other) => refuseEdit(other, article),
      "article-versions": `${article}/versions`,
      "article-version": `${article}/versions/2`,
      "hosted-site": "/p",
      "hosted-article": hosted,
      "article-outline": outline,
      "article-ended": ended,
      "article-progress": (other) => other.createArticle("home solar panels cost", { images: 4 }),
      audits: "/dashboard/audits",
      audit: `/dashboard/audits/${auditId}`,
      "audit-report": new URL(reportUrl).pathname,
      images: "/dashboard/images",
      image: `/dashboard/images/${imageId}`,
      playground: "/dashboard/playground",
      "playground-call": "/dashboard/playground/suggestKeywords",
      "playground-answer": sendFromPlayground,
      keys: "/dashboard/keys",
      "key-made": (other) => other.makeKey("Build server"),
      credits: "/dashboard/credits",
      receipt: purchase,
      invoice: `${purchase.split("?")[0]}/invoice`,
      ledger: "/dashboard/ledger",
      usage: "/dashboard/usage",
      requests: "/dashboard/requests",
      request,
      webhooks: "/dashboard/webhooks",
      webhook: endpoint,
      "webhook-secret": (other) => revealSecret(other, endpoint),
      "webhook-delivery": delivery,
      settings: "/dashboard/settings",
      "settings-codes": "/dashboard/settings/codes",
      operator: "/dashboard/operator",
    },
  };
}

/** Changes an article, so that it has two versions. */
async function saveEdit(visitor, article) {
  await visitor.open(`${article}/edit`);
  await visitor.page.fill("#markdown-introduction", "Cold brew needs *time*, not heat.");
  await visitor.follow("main button[value=save]");
}

/** The editor with a live preview beside a section, and the preview of the whole article above. */
async function previewEdit(visitor, article) {
  await visitor.open(`${article}/edit`);
  await visitor.page.fill("#markdown-introduction", "Cold brew needs **patience**.");
  await visitor.page.locator("[data-preview-of=introduction] strong").waitFor();
  await visitor.follow("main button[value=preview]");
  await visitor.page.fill("#markdown-introduction", "Cold brew needs **more patience**.");
  await visitor.page.locator("[data-preview-of=introduction] strong").waitFor();
}

/** The editor with what it does not take. */
async function refuseEdit(visitor, article) {
  await visitor.open(`${article}/edit`);
  await visitor.page.fill("#markdown-introduction", "## A heading");
  await visitor.follow("main button[value=save]");
  visitor.complaints.length = 0;
}

/** The list of all pages of the documentation, which a phone hides behind a button. */
async function openDocsMenu(visitor) {
  await visitor.open("/docs/guides/quick-start");
  const button = visitor.page.locator(".docs-menu");
  if (await button.isVisible()) await button.click();
}

/** A page of the reference with all fields of its requests and responses. */
async function openFields(visitor) {
  await visitor.open("/docs/reference/account");
  await visitor.page.evaluate(() => document.querySelectorAll("main details").forEach((details) => (details.open = true)));
}

/** Turns on codes at sign-in, and stays at the page that shows the recovery codes. */
export async function useCodes(visitor) {
  await visitor.open("/dashboard/settings/codes");
  const secret = (await visitor.text("main code.id")).replace(/\s/g, "");
  await visitor.page.fill("#code", oneTimeCode(secret));
  await visitor.follow("main button.primary");
}

export async function logIn(visitor) {
  await visitor.open("/login");
  await visitor.page.fill("#email", EMAIL);
  await visitor.page.fill("#password", PASSWORD);
  await visitor.follow("main button.primary");
}

async function callApi(service, key, path, body) {
  const answer = await fetch(service.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.json();
}

async function pathOf(visitor) {
  return new URL(visitor.page.url()).pathname;
}

/** The form in live mode, in which no text engine is configured. */
async function newWithoutEngine(visitor) {
  await visitor.open("/dashboard");
  await visitor.follow("header form.segmented button[value=live]");
  await visitor.open("/dashboard/articles/new?make=model");
}

async function backInTestMode(visitor) {
  await visitor.useTestMode();
  await visitor.open("/dashboard");
}

/** A brief with everything unfolded. */
async function openEverything(visitor, brief) {
  await visitor.open(brief);
  await visitor.page.evaluate(() => document.querySelectorAll("main details").forEach((details) => (details.open = true)));
}

async function createOutline(visitor) {
  await visitor.createArticle(TOPIC, { outlineFirst: true });
  await visitor.page.locator("form[action$='/approve']").waitFor();
  return pathOf(visitor);
}

async function addEndpoint(visitor) {
  await visitor.open("/dashboard/webhooks");
  await visitor.page.fill("#url", `${visitor.service.url}/hook`);
  await visitor.page.fill("#description", "Build server");
  await visitor.follow("form[action='/dashboard/webhooks'] button.primary");
  const endpoint = await firstLink(visitor, "/dashboard/webhooks", "main td.actions a[href^='/dashboard/webhooks/']");
  await visitor.open(endpoint);
  await visitor.follow(`form[action='${endpoint}/test'] button`);
  const delivery = await firstLink(visitor, "/dashboard/webhooks", "a[href^='/dashboard/webhooks/deliveries/']");
  return { endpoint, delivery };
}

async function revealSecret(visitor, endpoint) {
  await visitor.open(endpoint);
  await visitor.follow(`form[action='${endpoint}/secret'] button`);
}

async function sendFromPlayground(visitor) {
  await visitor.open("/dashboard/playground/suggestKeywords");
  await visitor.page.fill("[name=query]", "cold brew");
  await visitor.follow("main form button.primary");
}

async function firstLink(visitor, path, selector) {
  await visitor.open(path);
  return visitor.page.locator(selector).first().getAttribute("href");
}

/** RFC 6238 with the usual thirty seconds and six digits. */
function oneTimeCode(base32) {
  const bits = [...base32].map((digit) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(digit).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = digest[digest.length - 1] & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
