// Screenshots of every page: screenshots.mjs DIRECTORY [README_DIRECTORY]. Called by scripts/screenshots.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { startService } from "./service.mjs";
import { tour } from "./tour.mjs";
import { openBrowser } from "./visitor.mjs";

// The screenshots of the README, by their file names there: only the first screen.
const IN_README = {
  "article-desktop-light": "article",
  "overview-desktop-dark": "overview",
  "playground-answer-desktop-light": "playground",
  "audit-report-desktop-light": "audit",
  "credits-phone-dark": "phone",
};

const [directory, readmeDirectory] = process.argv.slice(2);
await mkdir(directory, { recursive: true });
if (readmeDirectory) await mkdir(readmeDirectory, { recursive: true });
const service = await startService();
const browser = await openBrowser();
let pictures = 0;
try {
  await tour(browser, service, async (name, { page }, { shape, scheme }) => {
    const picture = `${name}-${shape}-${scheme}`;
    await page.screenshot({ path: join(directory, `${picture}.png`), fullPage: true });
    if (readmeDirectory && IN_README[picture]) await page.screenshot({ path: join(readmeDirectory, `${IN_README[picture]}.png`) });
    pictures += 1;
    process.stdout.write(`\r${pictures} pictures`);
  });
} finally {
  await browser.close();
  await service.stop();
}
console.log(` in ${directory}`);
