// Every page with a keyboard, a screen reader or a small screen: axe finds no issue, and nothing is cut off.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

import { startService } from "./service.mjs";
import { tour } from "./tour.mjs";
import { openBrowser } from "./visitor.mjs";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const AXE = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

test("every page is open to everybody, in every look", { timeout: 3_600_000 }, async () => {
  const service = await startService();
  const browser = await openBrowser();
  try {
    const faults = [];
    const seen = new Set();
    await tour(browser, service, async (name, visitor, { shape, scheme }) => {
      seen.add(name);
      for (const fault of await faultsOf(visitor)) faults.push(`${name}, ${shape}, ${scheme}: ${fault}`);
    });
    assert.deepEqual(faults, []);
    assert.ok(seen.size >= 40, `${seen.size} pages seen`);
  } finally {
    await browser.close();
    await service.stop();
  }
});

async function faultsOf(visitor) {
  const sideways = await visitor.overflow();
  const { violations } = await visitor.page.evaluate(`${AXE}; axe.run(document, ${JSON.stringify({ runOnly: RULES })})`);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ").slice(0, 400)}`);
  if (sideways > 0) found.push(`${sideways} px wider than the screen`);
  const hidden = await contentBelowTheFold(visitor);
  if (hidden) found.push(`the heading of the documentation is ${hidden} px below the top`);
  for (const name of await brokenNames(visitor)) found.push(`the field name ${name} is broken`);
  return [...found, ...visitor.complaints.splice(0)];
}

/** How far down the heading of a page of the documentation begins, if the menu has pushed it out of sight. */
function contentBelowTheFold({ page }) {
  return page.evaluate(() => {
    const isOpen = document.querySelector(".docs-nav.open");
    const top = document.querySelector(".docs h1")?.getBoundingClientRect().top ?? 0;
    return !isOpen && top > window.innerHeight / 2 ? Math.round(top) : 0;
  });
}

/** Names of fields that go over two lines. */
function brokenNames({ page }) {
  return page.evaluate(() =>
    [...document.querySelectorAll(".field-tree .name, .guide td:first-child code")]
      .filter((name) => name.getClientRects().length > 1)
      .map((name) => name.textContent),
  );
}
