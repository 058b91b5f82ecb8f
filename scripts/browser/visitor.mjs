// A person with a browser. Finds elements by their purpose, never by their texts, so that all languages take
// the same path.
import { chromium } from "playwright-core";

/** How long anything may take, in milliseconds. It ends only what hangs. */
export const HANG_LIMIT = 300_000;

export const PASSWORD = "correct horse battery";

export const SHAPES = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
};

export function openBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
}

export class Visitor {
  /** What the browser complained about: script errors, refusals of the content security policy, failed requests. */
  complaints = [];

  static async arrive(browser, service, options) {
    const visitor = new Visitor();
    visitor.service = service;
    visitor.context = await browser.newContext({ reducedMotion: "reduce", ...options });
    visitor.context.setDefaultTimeout(HANG_LIMIT);
    visitor.page = await visitor.context.newPage();
    visitor.page.on("pageerror", (error) => visitor.complaints.push(`${visitor.page.url()}: ${error.message}`));
    visitor.page.on("console", (message) => {
      if (message.type() === "error") visitor.complaints.push(`${visitor.page.url()}: ${message.text()}`);
    });
    return visitor;
  }

  leave() {
    return this.context.close();
  }

  async open(path) {
    const response = await this.page.goto(new URL(path, this.service.url).href);
    // A navigation within the same page has no response.
    if (response && !response.ok()) throw new Error(`${path} answered ${response.status()}`);
  }

  /** Presses what leads to another page. */
  async follow(selector) {
    await Promise.all([this.page.waitForEvent("domcontentloaded"), this.page.locator(selector).first().click()]);
  }

  /** Goes to a section by the menu, which a phone has to open first. */
  async choose(section) {
    const link = this.page.locator(`#nav a[href="/dashboard/${section}"]`);
    if (!(await link.isVisible())) await this.page.locator(".menu-button").click();
    await Promise.all([this.page.waitForEvent("domcontentloaded"), link.click()]);
  }

  text(selector) {
    return this.page.locator(selector).first().innerText();
  }

  async signUp(email, path = "/signup") {
    await this.open(path);
    await this.page.fill("#email", email);
    await this.page.fill("#password", PASSWORD);
    await this.follow("main button.primary");
  }

  useTestMode() {
    return this.follow("header form.segmented button[value=test]");
  }

  /** Makes a key with every scope, and reads it where it is shown once. */
  async makeKey(name) {
    await this.choose("keys");
    await this.page.fill("#name", name);
    await this.page.check("input[name=mode][value=test]");
    for (const scope of await this.page.locator("input[name=scope]").all()) await scope.check();
    await this.follow("#new button.primary");
    return (await this.text("#secret")).trim();
  }

  async revokeKey(name) {
    await this.choose("keys");
    const row = this.page.locator("tr", { hasText: name });
    await row.locator("button[popovertarget^=revoke-]").click();
    await this.follow(".dialog:popover-open button.danger");
  }

  /** Buys the chosen pack on the sandbox's page of the payment service, and comes back with the receipt. */
  async buyCredits() {
    await this.choose("credits");
    await this.follow("form[action='/dashboard/credits/purchases'] button.primary");
    await this.follow("button[value=pay]");
    await this.page.waitForURL("**/dashboard/credits/**");
  }

  async availableCredits() {
    await this.choose("credits");
    return Number((await this.text("dl.stats .figure")).replace(/\D/g, ""));
  }

  /** Creates an article with the model. */
  async createArticle(keyword, { language = "en", outlineFirst = false, images = 0 } = {}) {
    await this.open("/dashboard/articles/new?make=model");
    await this.page.fill("#focusKeyword", keyword);
    await this.page.fill("#imageOption", String(images));
    await this.page.selectOption("#language", language);
    if (outlineFirst) await this.page.check("input[name=mode][value=outline]");
    await this.follow("button[name=step][value=create]");
  }

  /** Watches until the article can be read: the page turns by itself when the service says so. */
  watchArticle() {
    return this.page.locator(".prose").waitFor();
  }

  /** Creates a brief from the overview on, and watches until it can be read. */
  async createBrief(keyword, language = "en") {
    await this.open("/dashboard");
    await this.follow(".page-head a.primary");
    await this.page.fill("#focusKeyword", keyword);
    await this.page.selectOption("#language", language);
    await this.follow("button[name=step][value=create]");
    await this.page.locator("#interview").waitFor();
  }

  /** Answers the first questions of the brief that is open, and stays there. */
  async answerQuestions(answers) {
    const fields = this.page.locator("textarea[name^=answer-]");
    for (const [index, answer] of answers.entries()) {
      const field = fields.nth(index);
      if (!(await field.isVisible())) await field.locator("xpath=ancestor::details[1]/summary").click();
      await field.fill(answer);
    }
    await this.follow("button[name=then][value=stay]");
  }

  /** Makes the article from the answers of the brief that is open. */
  async makeArticleFromAnswers() {
    await this.follow("button[name=then][value=article]");
    await this.page.fill("#imageOption", "0");
    await this.follow("button[name=step][value=create]");
    await this.watchArticle();
  }

  /** How much of the page stands outside the screen, sideways. */
  overflow() {
    // Cards clip content that is wider than they are.
    return this.page.evaluate(() => {
      const boxes = [document.documentElement, ...document.querySelectorAll(".card.flush")];
      return Math.max(...boxes.map((box) => box.scrollWidth - box.clientWidth));
    });
  }
}
