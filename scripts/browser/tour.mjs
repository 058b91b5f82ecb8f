// Opens every page with one screen size and one colour scheme.
import { furnish, logIn, PUBLIC_PAGES, useCodes } from "./pages.mjs";
import { SHAPES, Visitor } from "./visitor.mjs";

export const LOOKS = Object.keys(SHAPES).flatMap((shape) => ["light", "dark"].map((scheme) => ({ shape, scheme })));

/** Shows every page to `see(name, visitor, look)`, in every look. */
export async function tour(browser, service, see) {
  const claim = await Visitor.arrive(browser, service, SHAPES.desktop);
  await claim.open(service.firstSignIn);
  await see("claim", claim, LOOKS[0]);
  await claim.leave();
  const { visitor: owner, pages } = await furnish(browser, service);
  await readAboutConfirmation(owner, see);
  const cookies = await owner.context.cookies();
  for (const look of LOOKS) {
    await visit(browser, service, look, [], PUBLIC_PAGES, see);
    await visit(browser, service, look, cookies, pages, see);
  }
  await useCodes(owner);
  await see("recovery-codes", owner, LOOKS[0]);
  await readAtTheDoor(browser, service, see);
  await owner.leave();
}

async function visit(browser, service, look, cookies, pages, see) {
  const visitor = await Visitor.arrive(browser, service, { ...SHAPES[look.shape], colorScheme: look.scheme });
  await visitor.context.addCookies(cookies);
  for (const [name, way] of Object.entries(pages)) {
    await (typeof way === "string" ? visitor.open(way) : way(visitor));
    await see(name, visitor, look);
  }
  await visitor.leave();
}

async function readAboutConfirmation(owner, see) {
  const link = owner.service.emailLink("confirm");
  if (link === undefined) throw new Error("no email asks to confirm the address");
  await owner.open(link);
  await see("confirm", owner, LOOKS[0]);
}

async function readAtTheDoor(browser, service, see) {
  const visitor = await Visitor.arrive(browser, service, SHAPES.desktop);
  await logIn(visitor);
  await see("log-in-code", visitor, LOOKS[0]);
  await visitor.open("/forgot");
  await visitor.page.fill("#email", "lan@example.com");
  await visitor.follow("main button.primary");
  await see("email-sent", visitor, LOOKS[0]);
  await visitor.open(service.emailLink("reset"));
  await see("reset-password", visitor, LOOKS[0]);
  const answer = await visitor.page.goto(`${service.url}/dashboard/no-such-page`);
  if (answer.status() !== 404) throw new Error(`a page that is not there answered ${answer.status()}`);
  // The browser reports the error status, which is expected.
  visitor.complaints.length = 0;
  await see("failure", visitor, LOOKS[0]);
  await visitor.leave();
}
