// Pictures of every page: screenshots.mjs DIRECTORY. Called by scripts/screenshots.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { startService } from "./service.mjs";
import { tour } from "./tour.mjs";
import { openBrowser } from "./visitor.mjs";

const [directory] = process.argv.slice(2);
await mkdir(directory, { recursive: true });
const service = await startService();
const browser = await openBrowser();
let pictures = 0;
try {
  await tour(browser, service, async (name, visitor, { shape, scheme }) => {
    await visitor.page.screenshot({ path: join(directory, `${name}-${shape}-${scheme}.png`), fullPage: true });
    pictures += 1;
    process.stdout.write(`\r${pictures} pictures`);
  });
} finally {
  await browser.close();
  await service.stop();
}
console.log(` in ${directory}`);
