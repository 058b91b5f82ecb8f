// A separate service: the binary with an empty data directory on a free port.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const BINARY = process.env.TEST_BINARY ?? "target/debug/rankwright";
const LAST_LINE_OF_BANNER = /curl -H/;

// Time limits are at their maximum: they are not tested, and a machine that pauses must pass.
const SETTINGS = {
  RANKWRIGHT_BILLING__SELLER_ADDRESS: "1 Tea Street, London",
  RANKWRIGHT_BILLING__SELLER_NAME: "Tea Press Ltd",
  RANKWRIGHT_BILLING__TAX_NAME: "VAT",
  RANKWRIGHT_BILLING__TAX_PERCENT: "10",
  RANKWRIGHT_FETCH__ALLOW: "127.0.0.0/8",
  RANKWRIGHT_LIMITS__LONG_REQUEST_SECONDS: "3600",
  RANKWRIGHT_LIMITS__REQUEST_SECONDS: "3600",
  RANKWRIGHT_LIMITS__SUGGEST_MILLISECONDS: "10000",
  RANKWRIGHT_LOG__LEVEL: "info",
  RANKWRIGHT_MODELS__DIRECTORY: "target/models",
  RANKWRIGHT_MODELS__FETCH: "false",
};

/** Starts the service and waits for its banner. */
export async function startService(settings = {}) {
  const directory = await mkdtemp(join(tmpdir(), "rankwright-dashboard-"));
  const child = spawn(BINARY, ["serve", "--data-dir", directory, "--listen", "127.0.0.1:0"], {
    env: { ...process.env, ...SETTINGS, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const log = [];
  createInterface({ input: child.stderr }).on("line", (line) => log.push(line));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    await rm(directory, { recursive: true, force: true });
  };
  const banner = await readBanner(child).catch(async (failure) => {
    await stop();
    throw new Error(`${failure.message}\n${log.join("\n")}`);
  });
  return {
    url: banner.match(/is serving at (\S+)/)[1],
    firstSignIn: banner.match(/First sign-in\s+(\S+)/)[1],
    /** The newest link of a kind in the log, where emails go while no mail server is set. */
    emailLink: (kind) => log.join("\n").match(new RegExp(`.*(http://\\S+/${kind}/[\\w-]+)`, "s"))?.[1],
    stop,
  };
}

async function readBanner(child) {
  const lines = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (LAST_LINE_OF_BANNER.test(line)) return lines.join("\n");
  }
  throw new Error("the service ended before it served");
}
