// From sign-up to a revoked key, as a person does it, in both languages and on both screen sizes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { startService } from "./service.mjs";
import { HANG_LIMIT, openBrowser, SHAPES, Visitor } from "./visitor.mjs";

const TOPICS = { en: "how to make cold brew coffee", vi: "cách pha cà phê phin" };
const ANSWERS = {
  en: [
    "We use 100 grams of coarse coffee for 800 grams of cold water.",
    "It steeps in the fridge for 14 hours. After 18 hours it tastes bitter.",
    "Strain it twice: first through a sieve, then through a paper filter.",
  ],
  vi: [
    "Tôi dùng 25 gam cà phê cho một phin, rót 40 ml nước sôi để ủ.",
    "Sau khi ủ 30 giây, tôi rót thêm 80 ml nước và đợi 5 phút.",
    "Nếu cà phê nhỏ quá nhanh, tôi ấn nắp gài chặt hơn một chút.",
  ],
};

let service, browser;
before(async () => {
  service = await startService();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

for (const language of ["en", "vi"]) {
  for (const [shape, screen] of Object.entries(SHAPES)) {
    test(`a developer's first hour, ${language}, ${shape}`, { timeout: 1_800_000 }, async () => {
      const visitor = await Visitor.arrive(browser, service, { ...screen, locale: language });
      await takeTheJourney(visitor, language, `${language}-${shape}@example.com`);
      assert.deepEqual(visitor.complaints, []);
      await visitor.leave();
    });
  }
}

async function takeTheJourney(visitor, language, email) {
  await visitor.signUp(email);
  assert.equal(await visitor.page.locator("html").getAttribute("lang"), language);
  await visitor.useTestMode();
  await fits(visitor);

  const key = await visitor.makeKey("Laptop");
  assert.match(key, /^svc_test_[0-9A-Za-z]+$/);

  const before = await visitor.availableCredits();
  await visitor.buyCredits();
  await fits(visitor);
  const bought = (await visitor.availableCredits()) - before;
  assert.ok(bought > 0, `${bought} credits bought`);

  const answer = await callApi(key);
  assert.equal(answer.status, 200, await answer.text());
  const charged = Number(answer.headers.get("x-credits-charged"));
  assert.ok(charged > 0, `${charged} credits charged`);
  assert.equal(await visitor.availableCredits(), before + bought - charged);
  await showsInUsageAndLedger(visitor, charged);

  await writesFromABrief(visitor, language);

  await visitor.createArticle(TOPICS[language], { language });
  await visitor.watchArticle();
  await readsWell(visitor, language);

  await visitor.revokeKey("Laptop");
  await eventually(async () => (await callApi(key)).status === 401);
}

function callApi(key) {
  return fetch(`${service.url}/v1/keywords/suggestions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ query: "cold brew" }),
  });
}

async function showsInUsageAndLedger(visitor, charged) {
  // The request log is written after the answers.
  await eventually(async () => {
    await visitor.choose("usage");
    return (await visitor.text("main")).includes("/v1/keywords/suggestions");
  });
  assert.match(await visitor.text("main"), /Laptop/, "usage by key");
  await fits(visitor);
  await visitor.choose("ledger");
  const newest = visitor.page.locator("tbody tr").first();
  assert.match(await newest.innerText(), /Laptop/);
  assert.equal(digits(await newest.locator("td.number").first().innerText()), charged);
  await fits(visitor);
  await visitor.choose("requests");
  assert.match(await visitor.text("main"), /\/v1\/keywords\/suggestions/);
  await fits(visitor);
}

/** From a keyword to an article without a model: the brief asks, the answers are the article. */
async function writesFromABrief(visitor, language) {
  await visitor.createBrief(TOPICS[language], language);
  await fits(visitor);
  assert.ok((await visitor.page.locator("main .folds details").count()) >= 3, "sections of the outline");
  await visitor.answerQuestions(ANSWERS[language]);
  const fields = visitor.page.locator("textarea[name^=answer-]");
  assert.equal(await fields.first().inputValue(), ANSWERS[language][0], "answers are saved");
  await fits(visitor);
  await visitor.makeArticleFromAnswers();
  await fits(visitor);
  const text = await visitor.page.locator("main .prose").textContent();
  for (const answer of ANSWERS[language]) assert.ok(text.includes(answer.split(".")[0]), `${answer} is in the article`);
  assert.equal(await visitor.page.locator(".dial").count(), 0, "own words are not graded");
  await visitor.follow("form[action$='/publish'] button.primary");
  assert.ok((await visitor.page.locator("button[popovertarget=unpublish]").count()) > 0, "published");
}

async function readsWell(visitor, language) {
  await fits(visitor);
  const article = visitor.page.locator("main .prose");
  assert.equal(await visitor.page.locator("main [lang]").first().getAttribute("lang"), language);
  assert.ok((await article.locator("h2").count()) >= 4, "sections");
  const words = (await article.textContent()).trim().split(/\s+/).length;
  assert.ok(words > 1_350, `${words} words`);
  assert.equal(await visitor.page.locator(".gates li.broken").count(), 0, "every gate is kept");
}

async function fits(visitor) {
  assert.equal(await visitor.overflow(), 0, `${visitor.page.url()} is wider than the screen`);
}

function digits(text) {
  return Number(text.replace(/\D/g, ""));
}

async function eventually(holds) {
  const deadline = Date.now() + HANG_LIMIT;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, `waited ${HANG_LIMIT / 1000} s in vain`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
